package dev.assay.model.spec;

import dev.assay.model.durability.Fault;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

public record FaultChoice(Optional<Fault> fault) {
    private static final String NONE = "none";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^(?:" + names().replace(", ", "|") + ")$";

    /**
     * Reads the name of a fault, or {@code none}.
     *
     * @throws IllegalArgumentException when there is no such fault
     */
    public static FaultChoice parse(String text) {
        if (text.equals(NONE)) {
            return new FaultChoice(Optional.empty());
        }
        return new FaultChoice(Optional.of(Arrays.stream(Fault.values())
                .filter(fault -> fault.toString().equals(text))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("expected one of " + names() + ", but found '" + text + "'"))));
    }

    private static String names() {
        return Arrays.stream(Fault.values()).map(Fault::toString).collect(Collectors.joining(", ")) + ", " + NONE;
    }

    @Override
    public String toString() {
        return fault.map(Fault::toString).orElse(NONE);
    }
}

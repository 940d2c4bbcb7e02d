package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lists the faults that a scenario wants verifications of. A system in front of one narrows it down to that system; a level
 * in front of it replaces the scenario's: {@code power-all}, {@code SYSTEM/kill-all}, {@code SYSTEM/level-1/power-all}.
 */
public record FaultChoices(List<Choice> choices) {
    public static final String PATTERN =
            "^([a-z]+/)?(level-[1-4]/)?(" + names(Fault.values()).replace(", ", "|") + ")$";

    /**
     * Says where one fault is wanted.
     *
     * @param system of which alone; null for all
     * @param level at which it is to be verified; null for that of the scenario
     */
    public record Choice(@Nullable String system, @Nullable DurabilityLevel level, Fault fault) {
        @Override
        public String toString() {
            return (system == null ? "" : system + "/") + (level == null ? "" : level + "/") + fault;
        }
    }

    public FaultChoices {
        choices = List.copyOf(choices);
    }

    /**
     * Reads choices, separated by commas; none from an empty text.
     *
     * @throws IllegalArgumentException when a choice can't be understood
     */
    public static FaultChoices parse(String text) {
        List<Choice> choices = new ArrayList<>();
        if (!text.isBlank()) {
            for (String one : text.split(",", -1)) {
                choices.add(choice(one.strip()));
            }
        }
        return new FaultChoices(choices);
    }

    private static Choice choice(String text) {
        List<String> segments = new ArrayList<>(Arrays.asList(text.split("/", -1)));
        Fault fault = named(Fault.values(), segments.removeLast());
        if (fault == null) {
            throw expected(text, "a fault, one of " + names(Fault.values()) + ",");
        }
        DurabilityLevel level = segments.isEmpty() ? null : named(DurabilityLevel.values(), segments.getLast());
        if (level != null) {
            segments.removeLast();
        }
        String system = segments.isEmpty() ? null : segments.removeLast();
        boolean known = system == null || MessagingSystem.names().contains(system);
        if (!known || !segments.isEmpty()) {
            throw expected(
                    text,
                    "a fault like power-all, SYSTEM/kill-all or SYSTEM/level-1/power-all, where SYSTEM is one of "
                            + String.join(", ", MessagingSystem.names()) + ",");
        }
        return new Choice(system, level, fault);
    }

    private static IllegalArgumentException expected(String text, String expectation) {
        return new IllegalArgumentException("expected " + expectation + " but found '" + text + "'");
    }

    private static <E extends Enum<E>> @Nullable E named(E[] values, String name) {
        for (E value : values) {
            if (value.toString().equals(name)) {
                return value;
            }
        }
        return null;
    }

    private static String names(Object[] values) {
        return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "));
    }

    /** Returns the choices for that system, in the scenario's order. */
    public List<Choice> of(String system) {
        return choices.stream()
                .filter(choice -> choice.system() == null || choice.system().equals(system))
                .toList();
    }

    @Override
    public String toString() {
        return choices.stream().map(Choice::toString).collect(Collectors.joining(", "));
    }
}

package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The faults that a scenario wants verifications of. A system in front of one narrows it down to that system; a level in front
 * of it stands in the place of the scenario's: {@code power-all}, {@code SYSTEM/kill-all},
 * {@code SYSTEM/level-1/power-all}.
 */
public record FaultChoices(List<Choice> choices) {
    /** The texts that stand for one choice, as a regular expression. */
    public static final String PATTERN =
            "^([a-z]+/)?(level-[1-4]/)?(" + names(Fault.values()).replace(", ", "|") + ")$";

    /**
     * One fault, and where it is wanted.
     *
     * @param system of which alone; empty for all
     * @param level at which it is to be verified; empty for those of the scenario
     */
    public record Choice(Optional<String> system, Optional<DurabilityLevel> level, Fault fault) {
        @Override
        public String toString() {
            return Stream.concat(
                            Stream.concat(system.stream(), level.map(Object::toString).stream()),
                            Stream.of(fault.toString()))
                    .collect(Collectors.joining("/"));
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
        Fault fault = named(Fault.values(), segments.removeLast())
                .orElseThrow(() -> expected(text, "a fault, one of " + names(Fault.values()) + ","));
        Optional<DurabilityLevel> level =
                segments.isEmpty() ? Optional.empty() : named(DurabilityLevel.values(), segments.getLast());
        if (level.isPresent()) {
            segments.removeLast();
        }
        Optional<String> system = segments.isEmpty() ? Optional.empty() : Optional.of(segments.removeLast());
        boolean known = system.map(MessagingSystem.names()::contains).orElse(true);
        if (!known || !segments.isEmpty()) {
            throw expected(
                    text,
                    "a fault like power-all, SYSTEM/kill-all or SYSTEM/level-1/power-all, where SYSTEM is one of "
                            + String.join(", ", MessagingSystem.names()) + ",");
        }
        return new Choice(system, level, fault);
    }

    private static IllegalArgumentException expected(String text, String what) {
        return new IllegalArgumentException("expected " + what + " but found '" + text + "'");
    }

    private static <E extends Enum<E>> Optional<E> named(E[] values, String name) {
        return Arrays.stream(values)
                .filter(value -> value.toString().equals(name))
                .findFirst();
    }

    private static String names(Object[] values) {
        return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "));
    }

    /** What is wanted of that system, in the scenario's order. */
    public List<Choice> of(String system) {
        return choices.stream()
                .filter(choice -> choice.system().map(system::equals).orElse(true))
                .toList();
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return choices.stream().map(Choice::toString).collect(Collectors.joining(", "));
    }
}

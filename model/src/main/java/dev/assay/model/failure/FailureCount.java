package dev.assay.model.failure;

import dev.assay.model.display.VisibleText;
import dev.assay.model.spec.Redactor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Counts failures of one class and code. Its texts are one line each, bounded, harmless to terminals, and without the
 * secrets of URIs.
 *
 * @param code as {@link Failure} has it; {@value #REST} for those of the class beyond {@value #MAX_KINDS} kinds
 * @param message of the first of them
 * @param phases how many there were, by the name of the phase: of sending the one in which the message was due, otherwise
 *     the one in which it happened; none of them 0
 * @param firstSeconds when the first was reported, from the start of the load
 * @param lastSeconds when the last was reported
 */
public record FailureCount(
        FailedOperation operation,
        FailureClass kind,
        String code,
        String message,
        Map<String, Long> phases,
        double firstSeconds,
        double lastSeconds) {
    /** Limits the codes distinguished for each operation; failures beyond are counted by class. */
    public static final int MAX_KINDS = 32;

    /** Stands for the code of failures beyond {@link #MAX_KINDS}. */
    public static final String REST = "other codes";

    private static final int MAX_CODE = 80;
    private static final int MAX_MESSAGE = 300;
    private static final String CUT = "…";

    private static final Comparator<FailureCount> ORDER = Comparator.comparing(FailureCount::operation)
            .thenComparing(Comparator.comparingLong(FailureCount::count).reversed())
            .thenComparing(FailureCount::kind)
            .thenComparing(FailureCount::code);

    public FailureCount {
        code = line(code, MAX_CODE);
        message = shown(message);
        if (phases.isEmpty() || phases.values().stream().anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException(
                    "failures of code " + code + " must be at least 1 in each phase they have, but are " + phases);
        }
        if (!(firstSeconds <= lastSeconds && Double.isFinite(firstSeconds) && Double.isFinite(lastSeconds))) {
            throw new IllegalArgumentException("failures of code " + code + " can't have been reported from second "
                    + firstSeconds + " to " + lastSeconds);
        }
        phases = Collections.unmodifiableMap(new LinkedHashMap<>(phases));
    }

    /** Returns a vendor's message as it is kept: one line of at most {@value #MAX_MESSAGE} characters. */
    public static String shown(String message) {
        return line(message, MAX_MESSAGE);
    }

    private static String line(String text, int max) {
        // The rest may be long; secrets are masked before the cut, which might leave half of one.
        String start = text.length() > 10 * max ? text.substring(0, 10 * max) : text;
        String visible = VisibleText.of(
                Redactor.maskedUris(start).replaceAll("\\s+", " ").strip());
        if (visible.length() <= max) {
            return visible;
        }
        int end = max - CUT.length();
        return visible.substring(0, Character.isHighSurrogate(visible.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    public long count() {
        return phases.values().stream().mapToLong(Long::longValue).sum();
    }

    public long in(String phase) {
        return phases.getOrDefault(phase, 0L);
    }

    /** Tells whether something went wrong, and was not only noted. */
    public boolean isFailure() {
        return kind != FailureClass.REBALANCED;
    }

    public FailureCount withMessage(UnaryOperator<String> change) {
        return new FailureCount(operation, kind, code, change.apply(message), phases, firstSeconds, lastSeconds);
    }

    public static long total(List<FailureCount> counts, Predicate<FailureCount> which) {
        return counts.stream().filter(which).mapToLong(FailureCount::count).sum();
    }

    private record Key(FailedOperation operation, FailureClass kind, String code) {
        static Key of(FailureCount count) {
            return new Key(count.operation, count.kind, count.code);
        }
    }

    /** Adds up the counts of several workers, for each operation the most frequent first. */
    public static List<FailureCount> sum(List<List<FailureCount>> workers) {
        List<List<FailureCount>> some =
                workers.stream().filter(counts -> !counts.isEmpty()).toList();
        if (some.isEmpty()) {
            return List.of();
        }
        Map<Key, FailureCount> sums = new LinkedHashMap<>();
        some.forEach(counts -> counts.forEach(count -> sums.merge(Key.of(count), count, FailureCount::plus)));
        List<FailureCount> sorted = new ArrayList<>(sums.values());
        sorted.sort(ORDER);
        Map<Key, FailureCount> limited = new LinkedHashMap<>();
        for (FailedOperation operation : FailedOperation.values()) {
            int kinds = 0;
            for (FailureCount count : sorted) {
                if (count.operation == operation) {
                    FailureCount counted = count.code.equals(REST) || ++kinds <= MAX_KINDS ? count : count.asRest();
                    limited.merge(Key.of(counted), counted, FailureCount::plus);
                }
            }
        }
        return limited.values().stream().sorted(ORDER).toList();
    }

    private FailureCount asRest() {
        return new FailureCount(operation, kind, REST, message, phases, firstSeconds, lastSeconds);
    }

    /** Adds another count of the same kind and keeps the message that came first. */
    private FailureCount plus(FailureCount other) {
        Map<String, Long> both = new LinkedHashMap<>(phases);
        other.phases.forEach((phase, count) -> both.merge(phase, count, Long::sum));
        return new FailureCount(
                operation,
                kind,
                code,
                other.firstSeconds < firstSeconds ? other.message : message,
                both,
                Math.min(firstSeconds, other.firstSeconds),
                Math.max(lastSeconds, other.lastSeconds));
    }
}

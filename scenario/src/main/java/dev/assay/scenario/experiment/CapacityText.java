package dev.assay.scenario.experiment;

import dev.assay.model.result.CapacityRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What searches for capacity have found, in sentences. */
public final class CapacityText {
    private CapacityText() {}

    /** What one search has found. */
    public static String sentence(CapacityRecord record) {
        String name = record.label() + (record.repetition() == 1 ? "" : " (search " + record.repetition() + ")") + ": ";
        return name + found(record) + limit(record);
    }

    private static String found(CapacityRecord record) {
        String lower = record.lowerPerSecond().map(CapacityText::rate).orElse("");
        String upper = record.upperPerSecond().map(CapacityText::rate).orElse("");
        return switch (record.state()) {
            case FOUND -> "capacity between %s and %s (%s)".formatted(lower, upper, trials(record));
            case BELOW_RANGE ->
                "not even %s, the lowest rate of the search, is sustained (%s)"
                        .formatted(rate(record.fromPerSecond()), trials(record));
            case ABOVE_RANGE ->
                "sustained %s, the highest rate of the search, so the limit is higher (%s)"
                        .formatted(lower, trials(record));
            case STOPPED -> "abandoned, %s; %s".formatted(record.reason(), soFar(lower, upper));
            case UNDER_WAY -> "not finished; " + soFar(lower, upper);
        };
    }

    private static String soFar(String lower, String upper) {
        return "so far %s, %s"
                .formatted(
                        lower.isEmpty() ? "no lower bound" : "lower bound " + lower,
                        upper.isEmpty() ? "no upper bound" : "upper bound " + upper);
    }

    private static String limit(CapacityRecord record) {
        if (record.ofHarness()) {
            return "; this is the limit of the harness and not of the system: it is %s of the %s that the harness itself reaches"
                    .formatted(
                            percent(record.lowerPerSecond().orElseThrow() / record.ceilingPerSecond()),
                            rate(record.ceilingPerSecond()));
        }
        return record.upperPerSecond().isEmpty() ? "" : "; limit: " + record.limit();
    }

    private static String trials(CapacityRecord record) {
        return record.trials().size() + " trials";
    }

    /** How searches that were made several times agree, a line each. */
    public static List<String> repetitions(List<CapacityRecord> records) {
        Map<String, List<CapacityRecord>> byLabel = records.stream()
                .collect(Collectors.groupingBy(CapacityRecord::label, LinkedHashMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        byLabel.forEach((label, same) -> {
            List<CapacityRecord> bounded = same.stream()
                    .filter(record -> record.lowerPerSecond().isPresent()
                            && record.upperPerSecond().isPresent())
                    .toList();
            if (same.size() > 1) {
                lines.add(label + ": " + agreement(same.size(), bounded));
            }
        });
        return lines;
    }

    private static String agreement(int searches, List<CapacityRecord> bounded) {
        if (bounded.size() < 2) {
            return "%d of %d searches have both bounds, so they can't be compared".formatted(bounded.size(), searches);
        }
        double lowest = bounded.stream()
                .map(record -> record.lowerPerSecond().orElseThrow())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        double highest = bounded.stream()
                .map(record -> record.lowerPerSecond().orElseThrow())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        double minUpper = bounded.stream()
                .map(record -> record.upperPerSecond().orElseThrow())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        String overlap = highest < minUpper
                ? "the intervals of %d of %d searches overlap (%s to %s in common)"
                        .formatted(bounded.size(), searches, rate(highest), rate(minUpper))
                : "the intervals of %d of %d searches do not overlap".formatted(bounded.size(), searches);
        return "%s; their lower bounds are %s apart (%s to %s)"
                .formatted(overlap, percent((highest - lowest) / highest), rate(lowest), rate(highest));
    }

    /** A rate for people, such as {@code 19,640/s}. */
    public static String rate(double perSecond) {
        String text = perSecond < 100 && perSecond != Math.rint(perSecond)
                ? String.format(Locale.ROOT, "%.1f", perSecond)
                : String.format(Locale.ROOT, "%,d", Math.round(perSecond));
        return text + "/s";
    }

    /** A fraction for people, such as {@code 1.9 %}. */
    public static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.1f %%", fraction * 100);
    }
}

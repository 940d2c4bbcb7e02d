package dev.assay.analysis.history;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What one run adds to a series.
 *
 * @param run its id
 * @param versions of what may change within a series, by name: server, client, Assay, kernel, JVM
 * @param verdicts how many of its trials have which verdict
 * @param failed how many did not finish for a reason of their own
 * @param samples the trials and searches of which a value counts
 * @param missing values of trials that are not INVALID, and of searches, that do not count, with the reason, and how many
 */
public record HistoryPoint(
        String run,
        Instant startedAt,
        Map<String, String> versions,
        SortedMap<Grade, Integer> verdicts,
        int failed,
        List<HistorySample> samples,
        SortedMap<String, Integer> missing) {
    private static final double PER_CENT = 100;

    /** The key of the servers' version in {@link #versions()}. */
    public static final String SERVER = "server";

    public HistoryPoint {
        versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
        verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
        samples = List.copyOf(samples);
        missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
    }

    /** Those that any of its samples has, then the fraction of VALID trials. */
    public List<HistoryStatistic> statistics() {
        return Stream.concat(
                        samples.stream().flatMap(sample -> sample.values().keySet().stream()),
                        trials() > 0 ? Stream.of(HistoryStatistic.VALID) : Stream.empty())
                .distinct()
                .toList();
    }

    /** One value of each sample that has the value; a fraction is one of the run. */
    public List<Double> values(HistoryStatistic statistic) {
        if (statistic.equals(HistoryStatistic.VALID)) {
            return trials() > 0 ? List.of(PER_CENT * valid() / trials()) : List.of();
        }
        return samples.stream()
                .flatMap(sample -> Optional.ofNullable(sample.values().get(statistic)).stream())
                .toList();
    }

    /** How many values or trials stand behind it. */
    public int n(HistoryStatistic statistic) {
        return statistic.equals(HistoryStatistic.VALID)
                ? trials()
                : values(statistic).size();
    }

    /** What stands for its values, as in comparisons; empty without any. */
    public OptionalDouble typical(HistoryStatistic statistic) {
        return ComparedStatistic.typical(statistic.name(), values(statistic));
    }

    /** Where the typical value lies; empty where too few values count. */
    public Optional<Interval> interval(HistoryStatistic statistic) {
        if (!statistic.equals(HistoryStatistic.CAPACITY)) {
            return Interval.ofRatios(values(statistic));
        }
        List<Interval> ranges = new ArrayList<>();
        for (HistorySample sample : samples) {
            Double confirmed = sample.values().get(statistic);
            if (confirmed != null) {
                ranges.add(new Interval(
                        confirmed, confirmed, sample.missedPerSecond().orElse(Double.POSITIVE_INFINITY)));
            }
        }
        return Interval.ofRanges(ranges);
    }

    /** How many trials it has, those that failed included and those of searches not. */
    public int trials() {
        return failed + verdicts.values().stream().mapToInt(count -> count).sum();
    }

    /** How many of them are VALID. */
    public int valid() {
        return verdicts.getOrDefault(Grade.VALID, 0);
    }

    /** How many of them have no values: they are INVALID, or failed. */
    public int withoutValues() {
        return failed + verdicts.getOrDefault(Grade.INVALID, 0);
    }
}

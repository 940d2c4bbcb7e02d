package dev.assay.analysis.history;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.model.result.Verdict.Grade;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one run adds to a series.
 *
 * @param run its id
 * @param versions of what may change within a series, by name: server, client, Assay, kernel, JVM
 * @param verdicts how many of its trials have which verdict
 * @param samples the VALID trials, and searches with a result
 * @param missing values of VALID trials and searches that do not count, with the reason, and how many
 */
public record HistoryPoint(
        String run,
        Instant startedAt,
        Map<String, String> versions,
        SortedMap<Grade, Integer> verdicts,
        List<HistorySample> samples,
        SortedMap<String, Integer> missing) {
    /** The key of the servers' version in {@link #versions()}. */
    public static final String SERVER = "server";

    public HistoryPoint {
        versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
        verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
        samples = List.copyOf(samples);
        missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
    }

    /** Those that any of its samples has. */
    public List<HistoryStatistic> statistics() {
        return samples.stream()
                .flatMap(sample -> sample.values().keySet().stream())
                .distinct()
                .toList();
    }

    /** One value of each sample that has the value. */
    public List<Double> values(HistoryStatistic statistic) {
        return samples.stream()
                .flatMap(sample -> Optional.ofNullable(sample.values().get(statistic)).stream())
                .toList();
    }

    /** The median of those; empty without any. */
    public OptionalDouble median(HistoryStatistic statistic) {
        return ComparedStatistic.median(values(statistic));
    }

    /** How many of its trials are not VALID. */
    public int notValid() {
        return verdicts.values().stream().mapToInt(count -> count).sum() - verdicts.getOrDefault(Grade.VALID, 0);
    }
}

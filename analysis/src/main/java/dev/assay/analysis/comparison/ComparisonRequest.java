package dev.assay.analysis.comparison;

import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.ComparedName;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.ComparedDimension;
import java.util.List;
import java.util.Optional;

/**
 * @param by the dimension whose values are compared, by its path or the end of it, or {@value ComparedDimension#SYSTEM}; empty for
 *     systems, and else the only one that there is
 * @param baseline the name or value by which all others are divided, such as {@code 3.9.1} or {@code linger = 0 s}; a key in it is
 *     the dimension, if {@code by} names none; empty for the first
 * @param statistics such as {@code response.p99}, or another {@link ComparedName}; none for those that the scenario declares
 *     as its result and the usual ones
 * @param threshold the least difference that matters, as a fraction
 */
public record ComparisonRequest(
        Optional<String> by, Optional<String> baseline, List<String> statistics, double threshold) {
    static final List<LatencyStatistic> USUAL = List.of(
            LatencyStatistic.parse("response.p50"),
            LatencyStatistic.parse("response.p99"),
            LatencyStatistic.parse("response.p99.9"),
            LatencyStatistic.parse("end-to-end.p50"),
            LatencyStatistic.parse("end-to-end.p99"));

    public static final ComparisonRequest USUALLY =
            new ComparisonRequest(Optional.empty(), Optional.empty(), List.of(), Difference.USUAL_THRESHOLD);

    public ComparisonRequest {
        statistics = List.copyOf(statistics);
        for (String statistic : statistics) {
            ComparedName.check(statistic);
        }
        if (!(threshold >= 0)) {
            throw new IllegalArgumentException("a threshold must be a fraction of at least 0, but is " + threshold);
        }
    }

    static Statistic statistic(String name) {
        if (name.equals(ComparedName.CAPACITY)) {
            return Statistic.CAPACITY;
        }
        return ComparedName.isRate(name) ? Statistic.ACHIEVED : Statistic.of(LatencyStatistic.parse(name));
    }
}

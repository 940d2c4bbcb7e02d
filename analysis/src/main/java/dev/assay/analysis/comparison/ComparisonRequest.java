package dev.assay.analysis.comparison;

import dev.assay.core.result.LatencyStatistic;
import java.util.List;
import java.util.Optional;

/**
 * What is to be compared.
 *
 * @param by the dimension whose values are compared, by its path or the end of it, or {@value Subjects#SYSTEM}; empty for systems,
 *     and else the only one that there is
 * @param baseline the name or value by which all others are divided; empty for the first
 * @param statistics such as {@code response.p99}, or {@value #CAPACITY}; none for the usual ones
 * @param threshold the least difference that matters, as a share
 */
public record ComparisonRequest(
        Optional<String> by, Optional<String> baseline, List<String> statistics, double threshold) {
    /** The highest sustained rate that a search has found: its lower bound. */
    public static final String CAPACITY = "capacity";

    /** What is compared where nothing else was asked for. */
    static final List<LatencyStatistic> USUAL = List.of(
            LatencyStatistic.parse("response.p50"),
            LatencyStatistic.parse("response.p99"),
            LatencyStatistic.parse("response.p99.9"),
            LatencyStatistic.parse("end-to-end.p50"),
            LatencyStatistic.parse("end-to-end.p99"));

    /** The usual one. */
    public static final ComparisonRequest USUALLY =
            new ComparisonRequest(Optional.empty(), Optional.empty(), List.of(), Difference.USUAL_THRESHOLD);

    public ComparisonRequest {
        statistics = List.copyOf(statistics);
        for (String statistic : statistics) {
            if (!statistic.equals(CAPACITY)) {
                LatencyStatistic.parse(statistic);
            }
        }
        if (!(threshold >= 0)) {
            throw new IllegalArgumentException("a threshold is a share from 0 on, but is " + threshold);
        }
    }
}

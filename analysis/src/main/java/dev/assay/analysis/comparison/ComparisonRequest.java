package dev.assay.analysis.comparison;

import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyStatistic;
import java.util.List;
import java.util.Optional;

/**
 * What is to be compared.
 *
 * @param by the dimension whose values are compared, by its path or the end of it, or {@value Subjects#SYSTEM}; empty for systems,
 *     and else the only one that there is
 * @param baseline the name or value by which all others are divided; empty for the first
 * @param statistics such as {@code response.p99}, {@value #CAPACITY} or {@value #ACHIEVED}; none for the usual ones
 * @param threshold the least difference that matters, as a fraction
 */
public record ComparisonRequest(
        Optional<String> by, Optional<String> baseline, List<String> statistics, double threshold) {
    /** The highest sustained rate that a search has found: its lower bound. */
    public static final String CAPACITY = "capacity";

    /**
     * Messages acknowledged a second; {@code achieved in PHASE} where there are several. Other than latencies, it counts where a load
     * was not sustained: what was reached then is the result.
     */
    public static final String ACHIEVED = "achieved";

    private static final String IN_PHASE = ACHIEVED + " in ";

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
            check(statistic);
        }
        if (!(threshold >= 0)) {
            throw new IllegalArgumentException("a threshold must be a fraction of at least 0, but is " + threshold);
        }
    }

    /** Whether that statistic counts messages a second instead of time. */
    public static boolean isRate(String statistic) {
        return statistic.equals(CAPACITY) || statistic.equals(ACHIEVED) || statistic.startsWith(IN_PHASE);
    }

    /** What is asked for by that name, of whatever phase. */
    static Statistic statistic(String name) {
        if (name.equals(CAPACITY)) {
            return Statistic.CAPACITY;
        }
        return isRate(name) ? Statistic.ACHIEVED : Statistic.of(LatencyStatistic.parse(name));
    }

    /** The phase that it is asked of; empty for the only one. */
    static Optional<String> phase(String name) {
        if (isRate(name)) {
            return name.startsWith(IN_PHASE) ? Optional.of(name.substring(IN_PHASE.length())) : Optional.empty();
        }
        return LatencyStatistic.parse(name).phase();
    }

    /**
     * Refuses what is no statistic.
     *
     * @throws IllegalArgumentException with what was expected
     */
    static void check(String statistic) {
        if (!isRate(statistic)) {
            LatencyStatistic.parse(statistic);
        }
    }
}

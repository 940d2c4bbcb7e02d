package dev.assay.analysis.experiment;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Verdict.Grade;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What came of a trial, as far as an experiment looks at it.
 *
 * @param number its place in the plan
 * @param label what it has in common with the other trials of the same point
 * @param repetition the block that it belongs to
 * @param grade how far its results can be believed; empty where it did not finish
 * @param nanos the statistics that the experiment asked for: of a search as measured, otherwise those that would count in a comparison
 * @param ranges of a search, how far these are known
 * @param load how the system bore the load; empty where the experiment did not ask for it
 */
public record TrialResult(
        int number,
        String label,
        int repetition,
        Optional<Grade> grade,
        Map<LatencyStatistic, Double> nanos,
        Map<LatencyStatistic, ValueRange> ranges,
        Optional<LoadOutcome> load) {
    /**
     * Within which a value lies, since not all of it was the system, or not all samples are known.
     *
     * @param minNanos the least that it can be
     * @param maxNanos the most; infinity where it has no limit
     * @param why the value is no more than that, for people
     */
    public record ValueRange(double minNanos, double maxNanos, String why) {}

    public TrialResult {
        if (number < 1 || repetition < 1) {
            throw new IllegalArgumentException(
                    "trial number and repetition count from 1, but are " + number + " and " + repetition);
        }
        nanos = Map.copyOf(nanos);
        ranges = Map.copyOf(ranges);
    }

    /** A statistic whose value can be believed, be it disturbed; empty for a trial that is INVALID or did not finish. */
    OptionalDouble credible(LatencyStatistic statistic) {
        Double value = nanos.get(statistic);
        boolean credible = grade.isPresent() && grade.get() != Grade.INVALID;
        return credible && value != null ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}

package dev.assay.analysis.experiment;

import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Verdict.Grade;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * @param number its position in the plan
 * @param label what it has in common with the other trials of the same point
 * @param repetition the block that it belongs to
 * @param grade how far its results can be believed; empty where it did not finish
 * @param values the statistics that the experiment asked for
 * @param load how the system bore the load; empty where the experiment did not ask for it
 */
public record TrialResult(
        int number,
        String label,
        int repetition,
        Optional<Grade> grade,
        Map<LatencyStatistic, Reading> values,
        Optional<LoadOutcome> load) {
    public TrialResult {
        if (number < 1 || repetition < 1) {
            throw new IllegalArgumentException(
                    "trial number and repetition count from 1, but are " + number + " and " + repetition);
        }
        values = Map.copyOf(values);
    }

    /** Returns a statistic as measured, whatever else degrades the trial; empty where nothing was measured, or it is no evidence. */
    Optional<Reading> measured(LatencyStatistic statistic) {
        return Optional.ofNullable(values.get(statistic))
                .filter(reading -> reading.counts() || reading.outcome() == Outcome.LEFT_OUT)
                .filter(reading -> reading.value() > 0);
    }

    /**
     * Returns a statistic that would count in a comparison; empty for a trial that is INVALID or did not finish, and for a lower
     * bound.
     */
    OptionalDouble credible(LatencyStatistic statistic) {
        Reading value = values.get(statistic);
        boolean credible = grade.isPresent() && grade.get() != Grade.INVALID;
        return credible && value != null && !value.lowerBound() ? value.counting() : OptionalDouble.empty();
    }
}

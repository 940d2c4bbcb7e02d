package dev.assay.analysis.comparison;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.spec.FailCondition;
import dev.assay.scenario.FailConditions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides conditions under which a change is not let through, by the interval of the ratio: one holds where the whole interval does, does not where
 * none of it does, and is undecided in between. Each condition is a test of its own: what passes all of them is let through, so that several make it
 * no easier.
 *
 * <p>Trials that failed rank as the worst of their side, and nothing passes by those that are left: enough of the planned blocks need to have
 * values on both sides, and both sides the same durability.
 */
public record Gate(FailCondition condition) {
    private static final double PER_CENT = 100;

    /** More blocks on such a machine would not count either. */
    private static final String DISTURBED =
            "other work disturbed the machine; end it ('assay doctor' names it), or take another machine, and measure again";

    /** What came of a condition. */
    public enum Outcome {
        /** The change is on the right side of it. */
        PASSED,
        /** The values allow either. */
        UNDECIDED,
        /** The change is on the wrong side of it. */
        FAILED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One condition at one pair.
     *
     * @param why in words
     * @param blocksMore about how many would decide it; empty where it is decided, or it can't be told
     */
    public record Decision(
            FailCondition condition,
            Pair pair,
            Optional<ComparedStatistic> compared,
            Outcome outcome,
            String why,
            Optional<Integer> blocksMore) {}

    /**
     * Decides the conditions that the scenario of a run names, each for what varies within the run against its first value.
     *
     * @return nothing where it names none
     * @throws Uncomparable where nothing of the run can be compared
     */
    public static List<Decision> within(RunAnalysis run) {
        List<FailCondition> conditions =
                FailConditions.recorded(run.run().scenarioText(), run.run().overrides());
        if (conditions.isEmpty()) {
            return List.of();
        }
        ComparisonRequest request = new ComparisonRequest(
                Optional.empty(),
                Optional.empty(),
                conditions.stream().map(FailCondition::statistic).distinct().toList(),
                Difference.USUAL_THRESHOLD);
        return decide(conditions, Comparison.within(run, request));
    }

    /** Decides each condition for each pair. */
    public static List<Decision> decide(List<FailCondition> conditions, Comparison comparison) {
        return conditions.stream()
                .flatMap(condition -> new Gate(condition).decide(comparison).stream())
                .toList();
    }

    /** Returns the exit code for the worst of decisions: 0 where all passed, 11 where one failed, and else 8. */
    public static ExitCode exitCode(List<Decision> decisions) {
        return switch (decisions.stream()
                .map(Decision::outcome)
                .max(Outcome::compareTo)
                .orElse(Outcome.UNDECIDED)) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.INCONCLUSIVE;
            case FAILED -> ExitCode.GATE_FAILED;
        };
    }

    /** Decides it for each pair. */
    List<Decision> decide(Comparison comparison) {
        return comparison.pairs().stream().map(this::decide).toList();
    }

    private Decision decide(Pair pair) {
        boolean above = condition.above();
        double ratio = condition.ratio();
        if (pair.otherLevel().isPresent()) {
            return decision(pair, Outcome.UNDECIDED, pair.otherLevel().get(), Optional.empty());
        }
        if (!pair.sampling().allowsWords()) {
            return decision(pair, Outcome.UNDECIDED, Sampling.IN_THESE_RUNS, Optional.empty());
        }
        if (pair.compared(condition.statistic()).isEmpty()) {
            return decision(pair, Outcome.UNDECIDED, "it was not measured", Optional.empty());
        }
        ComparedStatistic compared = pair.compared(condition.statistic()).get();
        BlockCounts counts = compared.counts();
        if (counts.onlyCandidateFails()) {
            String why = "%s failed in %d of %d %s (%s), %s in none"
                    .formatted(
                            pair.candidate(),
                            counts.failedCandidate(),
                            counts.planned(),
                            compared.sampling(),
                            String.join("; ", counts.causes()),
                            pair.baseline());
            return decision(pair, Outcome.FAILED, why, Optional.empty());
        }
        if (compared.withoutWord()) {
            String why = "%s of %d %s counted: "
                            .formatted(
                                    counts.known() == 0 ? "none" : "only " + counts.known(),
                                    counts.planned(),
                                    compared.sampling())
                    + (compared.disturbed()
                            ? DISTURBED
                            : String.join(", ", compared.leftOut().keySet()));
            return decision(pair, Outcome.UNDECIDED, why, Optional.empty());
        }
        if (compared.estimate().isEmpty()) {
            String why = "too few values: n = %d, and at least %d are needed"
                    .formatted(counts.known(), RatioEstimate.MIN_BLOCKS);
            return decision(pair, Outcome.UNDECIDED, why, Optional.of(RatioEstimate.MIN_BLOCKS - counts.known()));
        }
        if (compared.settled() < Interval.MIN_SETTLED) {
            String why =
                    "only %.0f %% of the trials of a side are known to have stayed where they were while they were measured, and %.0f %% are needed: measure for longer"
                            .formatted(compared.settled() * PER_CENT, Interval.MIN_SETTLED * PER_CENT);
            return decision(pair, Outcome.UNDECIDED, why, Optional.empty());
        }
        Interval seen = compared.estimate().get().interval();
        String side = (above ? "above " : "below ") + condition.limit();
        if (counts.enoughKnown() && (above ? seen.low() > ratio : seen.high() < ratio)) {
            return decision(pair, Outcome.FAILED, "the whole interval is " + side, Optional.empty());
        }
        if (!counts.enoughValues()) {
            String why = "%d of %d %s have values on both sides that count, and %.0f %% are needed"
                    .formatted(
                            counts.values(),
                            counts.planned(),
                            compared.sampling(),
                            Comparability.MIN_FRACTION * PER_CENT);
            return decision(pair, Outcome.UNDECIDED, why, Optional.empty());
        }
        return (above ? seen.high() <= ratio : seen.low() >= ratio)
                ? decision(pair, Outcome.PASSED, "no part of the interval is " + side, Optional.empty())
                : decision(
                        pair,
                        Outcome.UNDECIDED,
                        "part of the interval is " + side,
                        compared.estimate().get().blocksToTell(ratio));
    }

    private Decision decision(Pair pair, Outcome outcome, String why, Optional<Integer> blocksMore) {
        return new Decision(condition, pair, pair.compared(condition.statistic()), outcome, why, blocksMore);
    }
}

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
 * Decides conditions under which a change fails, by the interval of the ratio: a condition holds where the whole interval
 * satisfies it, does not hold where no part does, and is undecided in between. Each condition is a separate test: a change has to
 * pass all of them, so that several make it no easier.
 *
 * <p>Failed trials rank as the worst of their side, and the remaining values alone let nothing pass: enough of the planned blocks
 * need values on both sides, and both sides need the same durability.
 */
public record Gate(FailCondition condition) {
    private static final double PER_CENT = 100;

    /** Advises against more blocks, which would not count on such a machine either. */
    private static final String DISTURBED =
            "other work disturbed the machine; end it ('assay doctor' names it), or take another machine, and measure again";

    public enum Outcome {
        PASSED,
        UNDECIDED,
        FAILED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param why in words
     * @param blocksMore roughly how many more blocks would decide it; empty where it is decided, or this can't be estimated
     */
    public record Decision(
            FailCondition condition,
            Pair pair,
            Optional<ComparedStatistic> compared,
            Outcome outcome,
            String why,
            Optional<Integer> blocksMore) {}

    /**
     * Decides the conditions in the scenario of a run, comparing values that vary within the run.
     *
     * @param dimension whose values are compared; empty for that which varies
     * @param baseline the value to compare with; empty for the first
     * @return nothing where the scenario has no conditions
     * @throws Uncomparable where nothing of the run can be compared
     */
    public static List<Decision> within(RunAnalysis run, Optional<String> dimension, Optional<String> baseline) {
        List<FailCondition> conditions = conditions(run);
        if (conditions.isEmpty()) {
            return List.of();
        }
        ComparisonRequest request = new ComparisonRequest(
                dimension,
                baseline,
                conditions.stream().map(FailCondition::statistic).distinct().toList(),
                Difference.USUAL_THRESHOLD);
        return decide(conditions, Comparison.within(run, request));
    }

    /** Returns the conditions in the scenario of a run, with its overrides. */
    public static List<FailCondition> conditions(RunAnalysis run) {
        return FailConditions.recorded(run.run().scenarioText(), run.run().overrides());
    }

    public static List<Decision> decide(List<FailCondition> conditions, Comparison comparison) {
        return conditions.stream()
                .flatMap(condition -> new Gate(condition).decide(comparison).stream())
                .toList();
    }

    /** Returns the worst outcome; undecided where there are no decisions. */
    public static Outcome worst(List<Decision> decisions) {
        return decisions.stream().map(Decision::outcome).max(Outcome::compareTo).orElse(Outcome.UNDECIDED);
    }

    /** Returns the exit code for the worst of decisions: 0 where all passed, 11 where one failed, and else 8. */
    public static ExitCode exitCode(List<Decision> decisions) {
        return switch (worst(decisions)) {
            case PASSED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.INCONCLUSIVE;
            case FAILED -> ExitCode.GATE_FAILED;
        };
    }

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
                            compared.sampling().counted(),
                            String.join("; ", counts.causes()),
                            pair.baseline());
            return decision(pair, Outcome.FAILED, why, Optional.empty());
        }
        if (compared.withoutWord()) {
            String why = "%d of %d %s count: "
                            .formatted(
                                    counts.known(),
                                    counts.planned(),
                                    compared.sampling().counted())
                    + (compared.disturbed()
                            ? DISTURBED
                            : String.join(", ", compared.leftOut().keySet()));
            return decision(pair, Outcome.UNDECIDED, why, Optional.empty());
        }
        if (compared.estimate().isEmpty()) {
            String why = "too few values: n = %d, and at least %d are needed"
                    .formatted(counts.known(), RatioEstimate.MIN_BLOCKS);
            return decision(
                    pair, Outcome.UNDECIDED, why, Optional.of(Math.max(1, RatioEstimate.MIN_BLOCKS - counts.known())));
        }
        if (compared.settled() < Interval.MIN_SETTLED) {
            String why =
                    "only %.0f %% of the trials of a side are known not to have drifted while they were measured, and %.0f %% are needed: measure for longer"
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
                            compared.sampling().counted(),
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

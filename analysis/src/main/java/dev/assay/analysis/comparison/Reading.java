package dev.assay.analysis.comparison;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One statistic of one trial, or why there is none.
 *
 * @param outcome what came of the trial
 * @param measured the value in nanoseconds, or in messages per second, also of one that is left out; NaN where there is none
 * @param low what is left of it without what the harness can have added
 * @param high the most that it can be: infinite where no more is known than that it is at least so large
 * @param settled whether what was measured is known to have stayed where it was
 * @param why it has no value that counts, for people; empty where it has
 */
public record Reading(Outcome outcome, double measured, double low, double high, boolean settled, String why) {
    /** What can come of a trial. */
    public enum Outcome {
        /** It has a value that counts. */
        VALUE,
        /** The system did not do what was measured: no value is worse. */
        FAILED,
        /** Something kept it from being compared that is no failure. */
        LEFT_OUT,
        /** It was interrupted, or never begun. */
        NOT_RUN
    }

    private static final String INVALID = "INVALID";
    private static final String NO_PHASE = "no such phase";
    private static final String TOO_FEW_SAMPLES = "too few samples";
    private static final String SEVERAL_PHASES = "several phases and none named";

    /** A value, which has to be positive and finite to count. */
    public static Reading of(double value, boolean lowerBound) {
        return value > 0 && Double.isFinite(value)
                ? new Reading(Outcome.VALUE, value, value, lowerBound ? Double.POSITIVE_INFINITY : value, true, "")
                : without(Outcome.LEFT_OUT, "division by 0");
    }

    static Reading without(Outcome outcome, String why) {
        return new Reading(outcome, Double.NaN, Double.NaN, Double.NaN, true, why);
    }

    private static Reading leftOut(String why) {
        return without(Outcome.LEFT_OUT, why);
    }

    /** What a trial has come to that did not finish. */
    static Reading of(UnfinishedTrial trial) {
        return trial.failed() ? without(Outcome.FAILED, "did not finish") : without(Outcome.NOT_RUN, "not run");
    }

    /**
     * That statistic of a trial. A trial that is DEGRADED counts, unless the reason is one by which trials are not compared
     * ({@link Comparability}); what the harness added to the value is known, and makes it an interval.
     */
    public static Reading of(TrialAnalysis trial, LatencyStatistic statistic) {
        List<PhaseAnalysis> phases = phases(trial, statistic.phase());
        if (phases.size() != 1) {
            return leftOut(phases.isEmpty() ? NO_PHASE : SEVERAL_PHASES);
        }
        PhaseAnalysis phase = phases.getFirst();
        Optional<Reading> invalid = invalid(trial, phase, _ -> true);
        if (invalid.isPresent()) {
            return invalid.get();
        }
        boolean sustained =
                !Comparability.notSustained(code -> says(trial, phase).test(code)
                        || Stream.of(trial.verdict().ofPhase(""), phase.verdict())
                                .flatMap(verdict -> verdict.findings().stream())
                                .anyMatch(finding -> finding.code().equals(code)));
        boolean tail = statistic.percent().orElse(0) >= Comparability.TAIL_FROM_PERCENT;
        return phase.headline(statistic.metric())
                .filter(summary -> summary.samples() > 0)
                .flatMap(summary -> compared(summary, statistic.percent(), sustained))
                .orElse(leftOut("no such statistic"))
                .settled(trial.verdict().settled(phase.phase().name(), tail))
                .unless(Comparability.leftOut(says(trial, phase), sustained, tail));
    }

    /** The rate that a search has confirmed, in messages per second, which lies as {@link CapacityRecord#range} says. */
    public static Reading of(CapacityRecord search) {
        Interval range = search.range();
        return switch (search.state()) {
            case FOUND, ABOVE_RANGE ->
                range.low() > 0
                        ? new Reading(Outcome.VALUE, range.centre(), range.low(), range.high(), true, "")
                        : leftOut("no rate was found");
            case BELOW_RANGE -> without(Outcome.FAILED, "not even the lowest rate was sustained");
            case UNDER_WAY -> without(Outcome.NOT_RUN, "its search did not end");
            case STOPPED -> leftOut("its search was abandoned");
        };
    }

    /** Messages acknowledged a second in a phase, also of a load that was more than the system takes. */
    public static Reading achieved(TrialAnalysis trial, Optional<String> name) {
        List<PhaseAnalysis> phases = phases(trial, name);
        if (phases.size() != 1) {
            return leftOut(phases.isEmpty() ? NO_PHASE : SEVERAL_PHASES);
        }
        PhaseAnalysis phase = phases.getFirst();
        Optional<Reading> invalid = invalid(trial, phase, code -> !Comparability.NOT_SUSTAINED.contains(code));
        if (invalid.isPresent()) {
            return invalid.get();
        }
        return phase.achievedPerSecond() > 0
                ? of(phase.achievedPerSecond(), false).unless(Comparability.leftOut(says(trial, phase), false, false))
                : without(Outcome.FAILED, "nothing was acknowledged");
    }

    private static List<PhaseAnalysis> phases(TrialAnalysis trial, Optional<String> name) {
        return trial.measured().stream()
                .filter(phase -> name.map(phase.phase().name()::equals).orElse(true))
                .toList();
    }

    /** What an INVALID trial has come to; empty where no such reason matters. */
    private static Optional<Reading> invalid(TrialAnalysis trial, PhaseAnalysis phase, Predicate<String> matters) {
        List<String> codes = reasons(trial, phase)
                .filter(reason -> reason.severity() == Grade.INVALID)
                .map(Reason::code)
                .filter(matters)
                .distinct()
                .sorted()
                .toList();
        if (codes.isEmpty()) {
            return Optional.empty();
        }
        Outcome outcome = codes.stream().anyMatch(Comparability::failed) ? Outcome.FAILED : Outcome.LEFT_OUT;
        return Optional.of(without(outcome, INVALID + codes.stream().collect(Collectors.joining(", ", " (", ")"))));
    }

    private static Stream<Reason> reasons(TrialAnalysis trial, PhaseAnalysis phase) {
        return Stream.of(trial.verdict().ofPhase(""), phase.verdict()).flatMap(verdict -> verdict.reasons().stream());
    }

    private static Predicate<String> says(TrialAnalysis trial, PhaseAnalysis phase) {
        return code -> reasons(trial, phase).anyMatch(reason -> reason.code().equals(code));
    }

    private static Optional<Reading> compared(LatencySummary summary, OptionalDouble percent, boolean sustained) {
        if (percent.isEmpty()) {
            return Optional.of(of(summary.meanNanos(), summary.mean(), sustained));
        }
        return summary.quantile(percent.getAsDouble())
                .map(quantile -> of((double) quantile.nanos(), quantile.quality(), sustained));
    }

    private static Reading of(double nanos, Quality quality, boolean sustained) {
        Reading whole = of(nanos, quality.bound() || !sustained);
        Reading found = whole.outcome == Outcome.VALUE
                ? new Reading(Outcome.VALUE, nanos, quality.least(nanos), quality.most(whole.high), true, "")
                : whole;
        return found.unless(quality.supported() ? Optional.empty() : Optional.of(TOO_FEW_SAMPLES));
    }

    private Reading settled(boolean known) {
        return new Reading(outcome, measured, low, high, known, why);
    }

    private Reading unless(Optional<String> reason) {
        return reason.isEmpty() || outcome != Outcome.VALUE
                ? this
                : new Reading(Outcome.LEFT_OUT, measured, low, high, settled, reason.get());
    }

    /** The value that counts; empty where there is none. */
    public OptionalDouble value() {
        return outcome == Outcome.VALUE ? OptionalDouble.of(measured) : OptionalDouble.empty();
    }

    /** Whether no more is known than that the value is at least so large. */
    public boolean lowerBound() {
        return Double.isInfinite(high);
    }

    /** Whether enough samples lie above the value to say where it is. */
    public boolean supported() {
        return !why.equals(TOO_FEW_SAMPLES);
    }

    /**
     * Where the value lies; for one that failed, beyond all others on the bad side.
     *
     * @param rate whether more is better
     * @param all whether values that are left out count as well
     * @return empty where there is none
     */
    Optional<Interval> place(boolean rate, boolean all) {
        if (outcome == Outcome.FAILED) {
            double worst = rate ? 0 : Double.POSITIVE_INFINITY;
            return Optional.of(new Interval(worst, worst, worst));
        }
        boolean counts = outcome == Outcome.VALUE || (all && measured > 0);
        return counts ? Optional.of(new Interval(low, measured, high)) : Optional.empty();
    }
}

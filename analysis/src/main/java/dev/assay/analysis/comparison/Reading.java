package dev.assay.analysis.comparison;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.scenario.claim.CellTrial;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One statistic of one trial, or why it does not count.
 *
 * @param value in nanoseconds, or in messages per second; empty where it is left out
 * @param lowerBound whether no more is known than that it is at least so large
 * @param settled whether what was measured is known to have stayed where it was
 * @param leftOut why it does not count, for people; empty where it does
 */
public record Reading(OptionalDouble value, boolean lowerBound, boolean settled, String leftOut) {
    static final String INVALID = "INVALID";

    private static final String NO_PHASE = "no such phase";
    private static final String SEVERAL_PHASES = "several phases and none named";
    private static final String NO_PROCESSOR = "with no processor left for load workers";
    private static final String DRIFT = "drift";
    private static final String WORKER_CPU = "worker-cpu";
    private static final double TAIL_FROM_PERCENT = 99;
    private static final String OTHER_WORK = "disturbed by other work on the machine";

    /** Whatever else had processors or disks reaches every value, and in one block more than in another. */
    private static final Set<String> OF_OTHERS = Set.of("foreign-cpu", "foreign-disk");

    /** A value, which has to be positive and finite to count. */
    public static Reading of(double value, boolean lowerBound) {
        return value > 0 && Double.isFinite(value)
                ? new Reading(OptionalDouble.of(value), lowerBound, true, "")
                : without("division by 0");
    }

    static Reading without(String why) {
        return new Reading(OptionalDouble.empty(), false, true, why);
    }

    /**
     * That statistic of a trial. A trial that is DEGRADED counts, unless what degraded it reaches this value: a stall of the
     * harness says something about p99.9 and nothing about p50.
     */
    public static Reading of(TrialAnalysis trial, LatencyStatistic statistic) {
        List<PhaseAnalysis> phases = trial.measured().stream()
                .filter(phase ->
                        statistic.phase().map(phase.phase().name()::equals).orElse(true))
                .toList();
        if (phases.size() != 1) {
            return without(phases.isEmpty() ? NO_PHASE : SEVERAL_PHASES);
        }
        PhaseAnalysis phase = phases.getFirst();
        Verdict whole = trial.verdict().ofPhase("");
        if (whole.grade() == Grade.INVALID || phase.verdict().grade() == Grade.INVALID) {
            return without(INVALID);
        }
        boolean sustained = Stream.of(whole, phase.verdict())
                .flatMap(verdict -> verdict.findings().stream())
                .noneMatch(finding -> CellTrial.NOT_SUSTAINED.contains(finding.code()));
        if (sustained && says(phase.verdict(), DRIFT)) {
            return without("drifted");
        }
        if (says(phase.verdict(), WORKER_CPU)) {
            return without(NO_PROCESSOR);
        }
        if (OF_OTHERS.stream().anyMatch(code -> says(phase.verdict(), code))) {
            return without(OTHER_WORK);
        }
        boolean settled = trial.verdict()
                .settled(phase.phase().name(), statistic.percent().orElse(0) >= TAIL_FROM_PERCENT);
        return phase.headline(statistic.metric())
                .filter(summary -> summary.samples() > 0)
                .flatMap(summary -> compared(summary, statistic.percent(), sustained))
                .map(found -> new Reading(found.value, found.lowerBound, settled, found.leftOut))
                .orElse(without("no such statistic"));
    }

    /** The highest sustained rate that a search has found, in messages per second. */
    public static Reading of(CapacityRecord search) {
        return switch (search.state()) {
            case FOUND, ABOVE_RANGE ->
                search.lowerPerSecond()
                        .map(rate -> of(rate, search.state() == CapacityRecord.State.ABOVE_RANGE || search.ofHarness()))
                        .orElse(without("no rate was found"));
            case BELOW_RANGE -> without("not even the lowest rate was sustained");
            case UNDER_WAY, STOPPED -> without("its search did not end");
        };
    }

    /** Messages acknowledged a second in a phase, also of a load that was more than the system takes. */
    static Reading achieved(TrialAnalysis trial, Optional<String> name) {
        List<PhaseAnalysis> phases = trial.measured().stream()
                .filter(phase -> name.map(phase.phase().name()::equals).orElse(true))
                .toList();
        if (phases.size() != 1) {
            return without(phases.isEmpty() ? NO_PHASE : SEVERAL_PHASES);
        }
        PhaseAnalysis phase = phases.getFirst();
        boolean broken = Stream.of(trial.verdict().ofPhase(""), phase.verdict())
                .flatMap(verdict -> verdict.reasons().stream())
                .anyMatch(reason ->
                        reason.severity() == Grade.INVALID && !CellTrial.NOT_SUSTAINED.contains(reason.code()));
        if (broken) {
            return without(INVALID);
        }
        if (OF_OTHERS.stream().anyMatch(code -> says(phase.verdict(), code))) {
            return without(OTHER_WORK);
        }
        return says(phase.verdict(), WORKER_CPU) ? without(NO_PROCESSOR) : of(phase.achievedPerSecond(), false);
    }

    private static Optional<Reading> compared(LatencySummary summary, OptionalDouble percent, boolean sustained) {
        if (percent.isEmpty()) {
            return Optional.of(of(summary.meanNanos(), summary.mean(), sustained));
        }
        return summary.quantile(percent.getAsDouble())
                .map(quantile -> of((double) quantile.nanos(), quantile.quality(), sustained));
    }

    private static Reading of(double nanos, Quality quality, boolean sustained) {
        if (quality.disturbed()) {
            return without("disturbed by the harness");
        }
        return quality.supported() ? of(nanos, quality.bound() || !sustained) : without("too few samples");
    }

    private static boolean says(Verdict verdict, String code) {
        return verdict.reasons().stream().anyMatch(reason -> reason.code().equals(code));
    }
}

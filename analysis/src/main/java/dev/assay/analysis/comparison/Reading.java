package dev.assay.analysis.comparison;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.standing.Standing;
import dev.assay.core.claim.CellTrial;
import dev.assay.core.result.LatencyStatistic;
import dev.assay.core.result.Verdict;
import dev.assay.core.result.Verdict.Grade;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One statistic of one trial, or why it does not count.
 *
 * @param value in nanoseconds, or in messages per second; empty where it is left out
 * @param lowerBound whether no more is known than that it is at least so large
 * @param leftOut why it does not count, for people; empty where it does
 */
record Reading(OptionalDouble value, boolean lowerBound, String leftOut) {
    static final String INVALID = "INVALID";

    private static final String DRIFT = "drift";
    private static final String WORKER_CPU = "worker-cpu";

    static Reading of(double value, boolean lowerBound) {
        return value > 0 && Double.isFinite(value)
                ? new Reading(OptionalDouble.of(value), lowerBound, "")
                : without("nothing can be divided by 0");
    }

    static Reading without(String why) {
        return new Reading(OptionalDouble.empty(), false, why);
    }

    /**
     * That statistic of a trial. A trial that is DEGRADED counts, unless what degraded it reaches this figure: a stall of the
     * harness says something about p99.9 and nothing about p50.
     */
    static Reading of(TrialAnalysis trial, LatencyStatistic statistic) {
        List<PhaseAnalysis> phases = trial.measured().stream()
                .filter(phase ->
                        statistic.phase().map(phase.phase().name()::equals).orElse(true))
                .toList();
        if (phases.size() != 1) {
            return without(phases.isEmpty() ? "no such phase" : "several phases, of which none was named");
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
            return without("without a processor left for load workers");
        }
        return phase.headline(statistic.metric())
                .filter(summary -> summary.samples() > 0)
                .flatMap(summary -> figure(summary, statistic.percent(), sustained))
                .orElse(without("no such figure"));
    }

    private static Optional<Reading> figure(LatencySummary summary, OptionalDouble percent, boolean sustained) {
        if (percent.isEmpty()) {
            return Optional.of(of(summary.meanNanos(), summary.mean(), sustained));
        }
        return summary.quantile(percent.getAsDouble())
                .map(quantile -> of((double) quantile.nanos(), quantile.standing(), sustained));
    }

    private static Reading of(double nanos, Standing standing, boolean sustained) {
        if (standing.disturbed()) {
            return without("disturbed by the harness");
        }
        return standing.supported() ? of(nanos, standing.bound() || !sustained) : without("too few samples");
    }

    private static boolean says(Verdict verdict, String code) {
        return verdict.reasons().stream().anyMatch(reason -> reason.code().equals(code));
    }
}

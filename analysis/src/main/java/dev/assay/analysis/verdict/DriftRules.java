package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.LoadChange;
import dev.assay.analysis.evidence.PhaseDrift;
import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.steady.Tolerance;
import dev.assay.model.result.Phase.Expectation;
import dev.assay.model.result.SteadyText;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import java.util.stream.Collectors;

/** Whether figures moved in one direction through a phase in which the load was constant and to be sustained. */
final class DriftRules {
    private static final double NANOS_PER_SECOND = 1e9;

    private final PhaseEvidence evidence;
    private final Thresholds thresholds;

    DriftRules(PhaseEvidence evidence, Thresholds thresholds) {
        this.evidence = evidence;
        this.thresholds = thresholds;
    }

    /** One reason with all that drifts: its causes are seldom independent. */
    List<Reason> reasons() {
        List<PhaseDrift> found =
                applies() ? evidence.drifts().stream().filter(this::exceeds).toList() : List.of();
        return found.isEmpty()
                ? List.of()
                : List.of(
                        Rule.DRIFT.degraded(
                                found.stream().map(DriftRules::text).collect(Collectors.joining("; ")),
                                "Warm up for longer (timing.warmup: { at-least: ..., at-most: ... }), measure for longer, or find what changes in the report's charts."));
    }

    /** Of phases that were to last until the trial is in a steady state, and came to none. */
    static List<Reason> notSteady(TrialRecord trial) {
        return trial.steady().stream()
                .filter(seen -> !seen.reached())
                .map(seen -> Rule.NOT_STEADY.degraded(
                        "phase " + seen.phase() + " ended " + SteadyText.of(seen),
                        "Let the warm-up last longer, run fewer things on the machine, or lower workload.rate."))
                .toList();
    }

    /** Of a phase too short to be judged. */
    List<Finding> findings() {
        double seconds = evidence.phase().lengthNanos() / NANOS_PER_SECOND;
        return applies() && seconds < Drift.FEWEST
                ? List.of(new Finding(
                        evidence.phase().name(),
                        Finding.DRIFT_NOT_JUDGED,
                        "in less than %d s nobody can tell whether figures drift".formatted(Drift.FEWEST)))
                : List.of();
    }

    private boolean applies() {
        return evidence.phase().expectation() == Expectation.SUSTAINED
                && evidence.load().filter(LoadChange::constant).isPresent()
                && evidence.offeredPerSecond() > 0;
    }

    private boolean exceeds(PhaseDrift one) {
        return one.drift()
                .exceeds(
                        tolerance(one.of()),
                        thresholds.of(Threshold.DRIFT_Z),
                        thresholds.of(Threshold.DRIFT_Z_OF_TWICE));
    }

    private Tolerance tolerance(PhaseDrift.Of of) {
        return switch (of) {
            case MEDIAN ->
                new Tolerance(thresholds.of(Threshold.DRIFT_OF_MEDIAN), thresholds.of(Threshold.DRIFT_MEDIAN_NANOS));
            case P99 -> new Tolerance(thresholds.of(Threshold.DRIFT_OF_P99), thresholds.of(Threshold.DRIFT_P99_NANOS));
            case RATE -> new Tolerance(thresholds.of(Threshold.DRIFT_OF_RATE), 0);
            case BACKLOG ->
                new Tolerance(
                        thresholds.of(Threshold.DRIFT_OF_BACKLOG),
                        evidence.offeredPerSecond() * thresholds.of(Threshold.DRIFT_BACKLOG_NANOS) / NANOS_PER_SECOND);
        };
    }

    private static String text(PhaseDrift one) {
        Drift drift = one.drift();
        return "%s %s from %s (median of the first third) to %s (of the last), by %s a second (trend z %.1f, n = %d s)"
                .formatted(
                        one.series(),
                        drift.change() < 0 ? "fell" : "rose",
                        figure(one.of(), drift.first()),
                        figure(one.of(), drift.last()),
                        figure(one.of(), Math.abs(drift.slope())),
                        drift.z(),
                        drift.figures());
    }

    private static String figure(PhaseDrift.Of of, double value) {
        return switch (of) {
            case MEDIAN, P99 -> FigureText.time(value);
            case RATE -> FigureText.count(value) + " msg/s";
            case BACKLOG -> FigureText.count(value) + " messages";
        };
    }
}

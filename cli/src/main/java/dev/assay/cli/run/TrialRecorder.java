package dev.assay.cli.run;

import dev.assay.analysis.verdict.EvidenceCollector;
import dev.assay.cli.terminal.Progress;
import dev.assay.cli.terminal.Progress.LoadLine;
import dev.assay.coordination.coordinator.IntervalSink;
import dev.assay.coordination.coordinator.LoadStart;
import dev.assay.coordination.coordinator.TrialStage;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.Phase;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.unit.DurationText;
import dev.assay.store.TrialWriter;
import java.time.Duration;
import java.util.List;

/** Takes what comes in while a trial runs, and passes it on: to the disk, to the verdict's evidence, to the person who waits. */
final class TrialRecorder implements IntervalSink {
    private final PlannedTrial trial;
    private final TrialWriter writer;
    private final Progress progress;
    private final Duration restOfPlan;
    private final List<Phase> phases;
    private final EvidenceCollector evidence;
    private final TelemetryRecorder observation;
    private final SeriesRows rows;
    private final Timeline timeline;

    /**
     * Begins to record.
     *
     * @param restOfPlan the load's length of the trials after this one
     */
    TrialRecorder(
            PlannedTrial trial, Workers workers, TelemetryRecorder observation, Keeping keeping, Duration restOfPlan) {
        this.trial = trial;
        this.writer = keeping.writer();
        this.progress = keeping.progress();
        this.restOfPlan = restOfPlan;
        this.observation = observation;
        this.phases = phasesOf(trial);
        this.evidence = new EvidenceCollector(phases);
        this.rows = new SeriesRows(writer);
        this.timeline = new Timeline(workers.names().size(), this::onSecond);
    }

    /** Where it goes. */
    record Keeping(TrialWriter writer, Progress progress) {}

    private static List<Phase> phasesOf(PlannedTrial trial) {
        long warmup = trial.spec().timing().warmup().toNanos();
        Phase measure = new Phase(
                Phase.MEASURE, warmup, warmup + trial.spec().timing().measure().toNanos());
        return warmup == 0 ? List.of(measure) : List.of(new Phase(Phase.WARMUP, 0, warmup), measure);
    }

    @Override
    public void onStart(LoadStart start) {
        writer.startLoad(start.instant());
        observation.startedAt(start.nanoTime());
    }

    @Override
    public void onStage(TrialStage stage) {
        if (stage != TrialStage.LOADING) {
            progress.step(stage.title());
        }
    }

    @Override
    public void onInterval(WorkerInterval interval) {
        writer.append(interval);
        evidence.add(interval);
        timeline.onTelemetry(observation.latest());
        timeline.onInterval(interval);
    }

    private void onSecond(Timeline.Second second) {
        rows.append(second.figures());
        double loadSeconds = phases.getLast().endNanos() / 1e9;
        Duration left = Duration.ofMillis((long) Math.max(0, (loadSeconds - second.seconds()) * 1000))
                .plus(restOfPlan);
        progress.load(new LoadLine(
                phaseAt(second.seconds()),
                second.ackedPerSecond(),
                second.response().getTotalCount() == 0
                        ? Double.NaN
                        : second.response().getValueAtPercentile(99),
                second.totals().backlog(),
                PlanText.clock(left)));
    }

    private String phaseAt(double seconds) {
        return phases.stream()
                .filter(phase -> seconds * 1e9 <= phase.endNanos() + 5e8)
                .findFirst()
                .map(phase -> "%s %.0f/%s"
                        .formatted(
                                phase.name(),
                                Math.max(0, seconds - phase.startNanos() / 1e9),
                                DurationText.format(Duration.ofNanos(phase.endNanos() - phase.startNanos()))))
                .orElse("drain");
    }

    /** The evidence, once nothing comes in any more. */
    EvidenceCollector evidence() {
        timeline.finish();
        return evidence;
    }

    /** The trial that is recorded. */
    PlannedTrial trial() {
        return trial;
    }
}

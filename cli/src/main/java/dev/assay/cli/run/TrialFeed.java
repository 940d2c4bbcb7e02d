package dev.assay.cli.run;

import dev.assay.coordination.coordinator.IntervalSink;
import dev.assay.coordination.coordinator.LoadStart;
import dev.assay.core.result.Phase;
import dev.assay.core.result.WorkerInterval;
import dev.assay.core.trial.TrialListener;
import dev.assay.core.trial.TrialStage;
import java.util.List;

/** Makes what coordinator and telemetry report of a trial into what its listeners hear. */
final class TrialFeed implements IntervalSink {
    private final TrialListener listeners;
    private final List<Phase> phases;
    private final LocalTelemetry telemetry;
    private final Timeline timeline;

    TrialFeed(TrialListener listeners, List<Phase> phases, LocalTelemetry telemetry, int workers) {
        this.listeners = listeners;
        this.phases = phases;
        this.telemetry = telemetry;
        this.timeline = new Timeline(workers, listeners::onSecond);
    }

    @Override
    public void onStart(LoadStart start) {
        listeners.onStart(start.instant(), phases);
    }

    @Override
    public void onStage(TrialStage stage) {
        listeners.onStage(stage);
    }

    @Override
    public void onInterval(WorkerInterval interval) {
        listeners.onInterval(interval);
        timeline.onTelemetry(telemetry.latest());
        timeline.onInterval(interval);
    }

    /** Nothing more comes in: seconds that some worker never reported are given out. */
    void finish() {
        timeline.finish();
    }
}

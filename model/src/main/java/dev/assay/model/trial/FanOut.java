package dev.assay.model.trial;

import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import java.time.Instant;
import java.util.List;

/** Passes everything on to several listeners. */
final class FanOut implements TrialListener {
    private final List<TrialListener> listeners;

    FanOut(List<? extends TrialListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void onStart(Instant start, List<Phase> phases) {
        listeners.forEach(listener -> listener.onStart(start, phases));
    }

    @Override
    public void onPhases(List<Phase> phases) {
        listeners.forEach(listener -> listener.onPhases(phases));
    }

    @Override
    public void onPartitions(TrialStage stage, long done, long all) {
        listeners.forEach(listener -> listener.onPartitions(stage, done, all));
    }

    @Override
    public void onStage(TrialStage stage) {
        listeners.forEach(listener -> listener.onStage(stage));
    }

    @Override
    public void onSteady(SteadyRecord seen) {
        listeners.forEach(listener -> listener.onSteady(seen));
    }

    @Override
    public void onInterval(WorkerInterval interval) {
        listeners.forEach(listener -> listener.onInterval(interval));
    }

    @Override
    public void onWorkerLost(String reason) {
        listeners.forEach(listener -> listener.onWorkerLost(reason));
    }

    @Override
    public void onSecond(TrialSecond second) {
        listeners.forEach(listener -> listener.onSecond(second));
    }

    @Override
    public void onFinish(TrialRecord record) {
        listeners.forEach(listener -> listener.onFinish(record));
    }

    @Override
    public void onFailure(String reason) {
        listeners.forEach(listener -> listener.onFailure(reason));
    }
}

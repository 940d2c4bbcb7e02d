package dev.assay.run.trial;

import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.SteadyText;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.event.Progress;
import dev.assay.run.live.LoadPlace;
import dev.assay.run.live.LoadSecond;
import dev.assay.run.live.NodeLoad;
import dev.assay.run.preflight.RunTimeEstimate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class TrialProgress implements TrialListener {
    private final Progress progress;
    private final RunTimeEstimate estimate;
    private final Duration loadAfterwards;
    private List<Phase> phases = List.of();
    private @Nullable SteadyRecord steady;
    private double lastSeconds;
    private LoadTotals lastTotals = LoadTotals.ZERO;

    /** @param estimate knows of this trial and those to come */
    public TrialProgress(Progress progress, RunTimeEstimate estimate) {
        this(progress, estimate, Duration.ZERO);
    }

    private TrialProgress(Progress progress, RunTimeEstimate estimate, Duration loadAfterwards) {
        this.progress = progress;
        this.estimate = estimate;
        this.loadAfterwards = loadAfterwards;
    }

    /** Returns the progress of the warm-up of a cluster before a trial with that load, without stages: those are the trial's. */
    public static TrialListener ofClusterWarmUp(Progress progress, RunTimeEstimate estimate, Duration load) {
        TrialProgress warmUp = new TrialProgress(progress, estimate, load);
        return event -> {
            if (!(event instanceof TrialStage)) {
                warmUp.on(event);
            }
        };
    }

    @Override
    public void on(TrialEvent event) {
        switch (event) {
            case TrialEvent.Start start -> {
                phases = start.phases();
                estimate.loadBegins();
            }
            case TrialEvent.Phases(List<Phase> changed) -> phases = changed;
            case TrialEvent.Steadiness(SteadyRecord seen) -> steady = seen;
            case TrialEvent.WorkerLost lost -> progress.warn("the trial goes on without a worker: " + lost.reason());
            case TrialStage.LOADING -> {} // Its seconds are printed instead.
            case TrialStage stage -> progress.stage(stage);
            case TrialEvent.Partitions(TrialStage stage, long done, long all) ->
                progress.part(stage.title() + ", partitions:", done, all);
            case TrialSecond second -> show(second);
            default -> {}
        }
    }

    private void show(TrialSecond second) {
        double loadSeconds = phases.getLast().endNanos() / 1e9;
        Duration left = Duration.ofMillis((long) Math.max(0, (loadSeconds - second.seconds()) * 1000));
        progress.load(new LoadSecond(
                placeOf(second.seconds()),
                second.seconds(),
                second.seconds() - lastSeconds,
                since(lastTotals, second.totals()),
                second.totals().backlog(),
                second.response(),
                second.endToEnd(),
                NodeLoad.servers(second.samples()),
                NodeLoad.machines(second.samples()),
                estimate.left(left.plus(loadAfterwards))));
        lastSeconds = second.seconds();
        lastTotals = second.totals();
    }

    /**
     * Returns the counts since {@code before}, without those received, which are in the backlog; nothing that is shown is by subscription.
     */
    private static LoadTotals since(LoadTotals before, LoadTotals now) {
        return new LoadTotals(
                now.offered() - before.offered(),
                now.sent() - before.sent(),
                now.acked() - before.acked(),
                now.failed() - before.failed(),
                List.of());
    }

    private LoadPlace placeOf(double seconds) {
        return phases.stream()
                .filter(phase -> seconds * 1e9 <= phase.endNanos() + 5e8)
                .findFirst()
                .map(phase -> new LoadPlace(
                        phase.name(),
                        Math.max(0, seconds - phase.startNanos() / 1e9),
                        Duration.ofNanos(phase.lengthNanos()),
                        waitsFor(phase)))
                .orElse(new LoadPlace("drain", seconds - phases.getLast().endNanos() / 1e9, Duration.ZERO));
    }

    private String waitsFor(Phase phase) {
        SteadyRecord seen = steady;
        return seen != null && seen.phase().equals(phase.name()) ? SteadyText.waitingFor(seen) : "";
    }
}

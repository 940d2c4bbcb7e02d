package dev.assay.cli.run;

import dev.assay.cli.terminal.Progress;
import dev.assay.cli.terminal.Progress.LoadLine;
import dev.assay.core.metric.Metrics;
import dev.assay.core.result.Phase;
import dev.assay.core.trial.TrialListener;
import dev.assay.core.trial.TrialSecond;
import dev.assay.core.trial.TrialStage;
import dev.assay.core.unit.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Tells the person who waits how far a trial has come. */
final class TrialProgress implements TrialListener {
    private final Progress progress;
    private final Duration restOfPlan;
    private final boolean certain;
    private List<Phase> phases = List.of();

    /**
     * Tells it on this terminal.
     *
     * @param restOfPlan the load's length of the trials after this one
     * @param certain whether all of those will be run
     */
    TrialProgress(Progress progress, Duration restOfPlan, boolean certain) {
        this.progress = progress;
        this.restOfPlan = restOfPlan;
        this.certain = certain;
    }

    @Override
    public void onStart(Instant start, List<Phase> load) {
        phases = load;
    }

    @Override
    public void onPhases(List<Phase> changed) {
        phases = changed;
    }

    @Override
    public void onStage(TrialStage stage) {
        if (stage != TrialStage.LOADING) {
            progress.step(stage.title());
        }
    }

    @Override
    public void onPartitions(TrialStage stage, long done, long all) {
        progress.part(stage.title() + ", partitions:", done, all);
    }

    @Override
    public void onSecond(TrialSecond second) {
        double loadSeconds = phases.getLast().endNanos() / 1e9;
        Duration left = Duration.ofMillis((long) Math.max(0, (loadSeconds - second.seconds()) * 1000))
                .plus(restOfPlan);
        progress.load(new LoadLine(
                phaseAt(second.seconds()),
                second.value(Metrics.ACKED).orElse(Double.NaN),
                second.response().getTotalCount() == 0
                        ? Double.NaN
                        : second.response().getValueAtPercentile(99),
                second.totals().backlog(),
                (certain ? "" : "at most ") + PlanText.clock(left)));
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
}

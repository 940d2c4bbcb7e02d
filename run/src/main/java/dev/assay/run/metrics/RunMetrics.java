package dev.assay.run.metrics;

import dev.assay.model.trial.TrialListener;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.scenario.plan.PlannedTrial;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects the metrics of a run: the trial under way and the one before, which is kept for scrapes that are rarer than trials; of all
 * others only the verdicts are counted. So neither its memory nor its series grow with the run.
 */
public final class RunMetrics implements TrialAudience {
    private static final int SHOWN = 2;

    private final long sinceMillis = System.currentTimeMillis();
    private final Deque<TrialMetrics> shown = new ArrayDeque<>();
    /** The number of ended trials that are not shown any more, by system and verdict. */
    private final SortedMap<Labels, Long> ended = new TreeMap<>();

    @Override
    public synchronized TrialListener of(PlannedTrial trial) {
        if (shown.size() == SHOWN) {
            shown.removeFirst().ended().ifPresent(labels -> ended.merge(labels, 1L, Long::sum));
        }
        TrialMetrics metrics = new TrialMetrics(
                trial.spec().system().system(), ProcessRedactor.known().masked(trial.folder()));
        // A counter that is seen at 0 has a first increase.
        TrialMetrics.VERDICTS.forEach(verdict -> ended.putIfAbsent(metrics.endedWith(verdict), 0L));
        shown.addLast(metrics);
        return metrics;
    }

    public synchronized MetricSnapshots snapshot() {
        MetricFamilies families = new MetricFamilies();
        SortedMap<Labels, Long> all = new TreeMap<>(ended);
        for (TrialMetrics trial : shown) {
            trial.addTo(families);
            trial.ended().ifPresent(labels -> all.merge(labels, 1L, Long::sum));
        }
        all.forEach((end, number) -> families.trials(end, number, sinceMillis));
        return families.snapshots();
    }
}

package dev.assay.model.result;

import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one worker did in about one second.
 *
 * @param worker name such as {@code w1}
 * @param startNanos counted from the start of the load; negative before it
 * @param endNanos counted from the start of the load
 * @param totals cumulative counts at {@code endNanos}
 * @param harness how well the worker itself was doing
 * @param histograms only those with samples
 * @param metrics what its clients report about themselves: metrics {@link Metrics#ofClients of clients}, each at most once, without labels
 */
public record WorkerInterval(
        String worker,
        long startNanos,
        long endNanos,
        LoadTotals totals,
        HarnessSample harness,
        List<IntervalHistogram> histograms,
        List<Sample> metrics) {
    public WorkerInterval {
        histograms = List.copyOf(histograms);
        metrics = checked(metrics);
    }

    /** One whose clients tell nothing. */
    public WorkerInterval(
            String worker,
            long startNanos,
            long endNanos,
            LoadTotals totals,
            HarnessSample harness,
            List<IntervalHistogram> histograms) {
        this(worker, startNanos, endNanos, totals, harness, histograms, List.of());
    }

    /**
     * The same values, where they can be those of clients.
     *
     * @throws IllegalArgumentException for what can't be
     */
    public static List<Sample> checked(List<Sample> metrics) {
        Set<Metric> seen = new HashSet<>();
        for (Sample metric : metrics) {
            String name = metric.metric().name();
            if (!Metrics.ofClients().contains(metric.metric())
                    || !metric.labels().values().isEmpty()) {
                throw new IllegalArgumentException(
                        "clients report no " + name + " of " + metric.labels().values());
            }
            if (!Double.isFinite(metric.value()) || metric.value() < 0) {
                throw new IllegalArgumentException(name + " of clients can't be " + metric.value());
            }
            if (!seen.add(metric.metric())) {
                throw new IllegalArgumentException(name + " of clients is there twice");
            }
        }
        return List.copyOf(metrics);
    }

    /** The same with other counts. */
    public WorkerInterval with(LoadTotals counts) {
        return new WorkerInterval(worker, startNanos, endNanos, counts, harness, histograms, metrics);
    }
}

package dev.assay.model.result;

import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds what one worker did in about one second.
 *
 * @param worker name such as {@code w1}
 * @param startNanos counted from the start of the load; negative before it
 * @param endNanos counted from the start of the load
 * @param totals cumulative counts at {@code endNanos}
 * @param histograms only those with samples
 * @param metrics what its clients report about themselves: metrics {@link Metrics#ofClients of clients}, each at most once,
 *     without labels
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
     * Returns {@code metrics} once they are known to be values of clients.
     *
     * @throws IllegalArgumentException for a metric that is not of clients, is negative or not finite, or comes twice
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

    public WorkerInterval with(LoadTotals counts) {
        return new WorkerInterval(worker, startNanos, endNanos, counts, harness, histograms, metrics);
    }
}

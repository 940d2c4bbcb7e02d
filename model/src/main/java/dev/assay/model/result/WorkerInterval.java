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
 * @param figures what its clients tell of themselves: metrics {@link Metrics#ofClients of clients}, each at most once, without labels
 */
public record WorkerInterval(
        String worker,
        long startNanos,
        long endNanos,
        LoadTotals totals,
        HarnessSample harness,
        List<IntervalHistogram> histograms,
        List<Sample> figures) {
    public WorkerInterval {
        histograms = List.copyOf(histograms);
        figures = checked(figures);
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
     * The same figures, where they can be those of clients.
     *
     * @throws IllegalArgumentException for what can't be
     */
    public static List<Sample> checked(List<Sample> figures) {
        Set<Metric> seen = new HashSet<>();
        for (Sample figure : figures) {
            String name = figure.metric().name();
            if (!Metrics.ofClients().contains(figure.metric())
                    || !figure.labels().values().isEmpty()) {
                throw new IllegalArgumentException(
                        "clients tell no " + name + " of " + figure.labels().values());
            }
            if (!Double.isFinite(figure.value()) || figure.value() < 0) {
                throw new IllegalArgumentException(name + " of clients can't be " + figure.value());
            }
            if (!seen.add(figure.metric())) {
                throw new IllegalArgumentException(name + " of clients is there twice");
            }
        }
        return List.copyOf(figures);
    }

    /** The same with other counts. */
    public WorkerInterval with(LoadTotals counts) {
        return new WorkerInterval(worker, startNanos, endNanos, counts, harness, histograms, figures);
    }
}

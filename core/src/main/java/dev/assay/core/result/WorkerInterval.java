package dev.assay.core.result;

import java.util.List;

/**
 * What one worker did in about one second.
 *
 * @param worker name such as {@code w1}
 * @param startNanos counted from the start of the load; negative before it
 * @param endNanos counted from the start of the load
 * @param totals cumulative counts at {@code endNanos}
 * @param harness how well the worker itself was doing
 * @param histograms only those with samples
 */
public record WorkerInterval(
        String worker,
        long startNanos,
        long endNanos,
        LoadTotals totals,
        HarnessSample harness,
        List<IntervalHistogram> histograms) {
    public WorkerInterval {
        histograms = List.copyOf(histograms);
    }

    /** The same with other counts. */
    public WorkerInterval with(LoadTotals counts) {
        return new WorkerInterval(worker, startNanos, endNanos, counts, harness, histograms);
    }
}

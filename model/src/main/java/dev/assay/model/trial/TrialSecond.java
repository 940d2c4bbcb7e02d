package dev.assay.model.trial;

import dev.assay.model.metric.Sample;
import dev.assay.model.result.LoadTotals;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Reports one second of a trial, all workers together: once each has reported it, or as much of it as ever will be; in order.
 *
 * @param seconds its end, counted from the start of the load
 * @param totals counts since the start of the load
 * @param response the response times that became known in it, in nanoseconds
 * @param endToEnd the end-to-end latencies of what arrived in it, of all subscriptions, in nanoseconds
 * @param samples all other values of it
 */
public record TrialSecond(
        double seconds, LoadTotals totals, Histogram response, Histogram endToEnd, List<Sample> samples)
        implements TrialEvent {
    public TrialSecond {
        samples = List.copyOf(samples);
    }

    /** Reports a second in which nothing arrived. */
    public TrialSecond(double seconds, LoadTotals totals, Histogram response, List<Sample> samples) {
        this(seconds, totals, response, new Histogram(3), samples);
    }
}

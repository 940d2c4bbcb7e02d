package dev.assay.analysis.verdict;

import dev.assay.core.result.LoadTotals;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * All that a verdict rests on: what is known of the trial and what its workers recorded. Histograms are of the measured
 * phase, all workers merged, in nanoseconds.
 *
 * @param load all workers together, in order of time, warm-up and drain included
 * @param negatives latencies of the measured phase below zero
 * @param worstNegativeNanos the lowest of them, 0 when there is none
 */
public record TrialEvidence(
        TrialFacts facts,
        List<LoadPoint> load,
        Histogram sendDelay,
        Histogram service,
        Histogram response,
        Histogram hiccups,
        List<WorkerLoad> workers,
        long negatives,
        long worstNegativeNanos) {
    /**
     * Counts so far.
     *
     * @param nanos counted from the start of the load
     */
    public record LoadPoint(long nanos, LoadTotals totals) {}

    /**
     * One worker over the measured phase.
     *
     * @param cpuCores processor time by time
     * @param machineCores of the machine it runs on, 0 where unknown
     * @param gcPauseNanos all pauses
     * @param worstGcNanos most pause within one interval
     */
    public record WorkerLoad(String worker, double cpuCores, int machineCores, long gcPauseNanos, long worstGcNanos) {}

    public TrialEvidence {
        load = List.copyOf(load);
        workers = List.copyOf(workers);
    }
}

package dev.assay.analysis.verdict;

import dev.assay.core.result.LoadTotals;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * All that a verdict rests on: what is known of the trial and what its workers recorded. Histograms are of the measured
 * phase, all workers merged, in nanoseconds.
 *
 * @param load all workers together, in order of time, warm-up and drain included
 * @param hosts every machine that figures came from, by name
 * @param syncsPerSecond calls of fsync and fdatasync of all servers together over the measured phase; empty where nobody
 *     counted
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
        List<HostLoad> hosts,
        OptionalDouble syncsPerSecond,
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

    /**
     * One machine over the measured phase; shares are from 0 to 1, and empty where they are not known.
     *
     * @param busyShare processor time not idle, stolen time included
     * @param stealShare processor time that the hypervisor gave to others
     * @param memoryPressureShare time in which some process waited for memory (PSI)
     */
    public record HostLoad(
            String host, OptionalDouble busyShare, OptionalDouble stealShare, OptionalDouble memoryPressureShare) {}

    public TrialEvidence {
        load = List.copyOf(load);
        workers = List.copyOf(workers);
        hosts = List.copyOf(hosts);
    }
}

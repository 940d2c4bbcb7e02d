package dev.assay.model.result;

import org.HdrHistogram.Histogram;

/**
 * @param cpuNanos processor time of the process in the interval
 * @param gcPauseNanos time in garbage collection pauses in the interval
 * @param residentBytes resident memory at its end, 0 where unknown
 * @param stalls waits for memory that were reported in the interval
 * @param hiccups how much longer than requested a sleeping thread slept, in nanoseconds
 */
public record HarnessSample(
        long cpuNanos,
        long gcPauseNanos,
        long gcCount,
        long residentBytes,
        AllocationStalls stalls,
        Histogram hiccups) {
    public HarnessSample(long cpuNanos, long gcPauseNanos, long gcCount, long residentBytes, Histogram hiccups) {
        this(cpuNanos, gcPauseNanos, gcCount, residentBytes, AllocationStalls.NONE, hiccups);
    }
}

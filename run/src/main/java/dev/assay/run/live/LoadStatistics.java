package dev.assay.run.live;

import org.HdrHistogram.Histogram;

/**
 * @param offeredPerSecond messages that fell due, on average
 * @param achievedPerSecond messages that were acknowledged, on average
 * @param backlog acknowledged, but not yet received by the slowest subscription; the highest of any second
 * @param errors messages that were reported as failed
 * @param response the response times that became known, in nanoseconds
 * @param endToEnd the end-to-end latencies of what arrived, in nanoseconds
 */
public record LoadStatistics(
        double offeredPerSecond,
        double achievedPerSecond,
        long backlog,
        long errors,
        Histogram response,
        Histogram endToEnd) {}

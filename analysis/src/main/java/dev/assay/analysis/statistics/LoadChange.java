package dev.assay.analysis.statistics;

import dev.assay.analysis.steady.MannKendall;

/**
 * Holds the load of a phase. An initial backlog does not count: messages offered before the phase without an outcome are assumed
 * to be sent, acknowledged and received first.
 *
 * @param offered messages between the phase's beginning and its end, by the clock
 * @param behind messages that were due before its beginning, and had not been acknowledged by then
 * @param sent of those offered, by its end
 * @param acked of those offered, by its end
 * @param failed reported as failed between its beginning and its end
 * @param constant whether as much was offered at its beginning, in its middle and at its end
 * @param outstanding trend, per second, of messages offered that have neither failed nor been received by the slowest live
 *     subscription, less those offered within the usual latency before: a constant latency is no trend, however the load changes
 * @param points values that the trend is based on, one a second
 * @param silenceSeconds longest time in which messages were offered and none was acknowledged, in whole seconds of the series
 * @param curve of all that was offered in the trial
 */
public record LoadChange(
        double offered,
        double behind,
        double sent,
        double acked,
        double failed,
        boolean constant,
        MannKendall outstanding,
        long points,
        double silenceSeconds,
        OfferedCurve curve) {}

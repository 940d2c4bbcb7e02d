package dev.assay.analysis.statistics;

import dev.assay.analysis.steady.MannKendall;

/**
 * How the load went in a phase. Of a backlog that it began with, nothing counts: whatever was offered before it and had no outcome
 * yet is taken to be sent, acknowledged and received first.
 *
 * @param offered messages between its begin and its end, by the clock
 * @param behind messages that were due before its begin, and had not been acknowledged by then
 * @param sent of those offered, by its end
 * @param acked of those offered, by its end
 * @param failed reported as failed between its begin and its end
 * @param constant whether as much was offered at its begin, in its middle and at its end
 * @param outstanding trend, per second, of what was offered and has neither failed nor been received by the slowest live one, less what was offered
 *     within the usual latency before: a constant latency is no trend, however the load changes
 * @param points values that the trend is of, one a second
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

package dev.assay.analysis.evidence;

/**
 * How the load went in a phase: messages that were offered, sent and acknowledged between its begin and its end by the clock,
 * whenever they were due.
 *
 * @param outstanding trend, per second, of what was offered and not yet received by the slowest that tails
 * @param points figures that the trend is of, one a second
 * @param silenceSeconds longest time in which messages were offered and none was acknowledged, in whole seconds of the series
 */
public record LoadChange(
        double offered, double sent, double acked, Trend outstanding, long points, double silenceSeconds) {}

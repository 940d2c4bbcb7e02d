package dev.assay.analysis.statistics;

import dev.assay.analysis.steady.MannKendall;
import dev.assay.model.result.TrialSubscription;

/**
 * @param live whether it read from the start on and was never held
 * @param received messages, by the clock
 * @param receivedDue messages offered in the phase and received by its end; an initial backlog is received first
 * @param failed messages that were reported as failed in the phase, and that it did not receive
 * @param backlogAtEnd messages acknowledged by the end of the phase, and not yet received
 * @param backlog its trend, per second
 */
public record GroupLoad(
        TrialSubscription subscription,
        boolean live,
        double received,
        double receivedDue,
        double failed,
        double backlogAtEnd,
        MannKendall backlog) {}

package dev.assay.analysis.statistics;

import dev.assay.analysis.steady.MannKendall;
import dev.assay.model.result.TrialSubscription;

/**
 * How one subscription fared in a phase.
 *
 * @param live whether it is live, as far as it was never held either
 * @param received messages, by the clock
 * @param receivedDue messages that were offered in the phase, by its end; a backlog that it began with is received first
 * @param failed messages that were reported as failed in the phase, and that it did not receive
 * @param backlogAtEnd messages acknowledged by the end of the phase, and not yet received
 * @param backlog trend of that, per second
 */
public record GroupLoad(
        TrialSubscription subscription,
        boolean live,
        double received,
        double receivedDue,
        double failed,
        double backlogAtEnd,
        MannKendall backlog) {}

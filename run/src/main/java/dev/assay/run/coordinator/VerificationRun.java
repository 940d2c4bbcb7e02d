package dev.assay.run.coordinator;

import dev.assay.model.result.Delivery;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.worker.engine.RecheckEnd;

/**
 * @param delivery messages sent, compared with those that a new consumer read in the end
 * @param reading how that reading ended
 * @param service the producers' view of the system meanwhile
 * @param config effective settings of the load
 */
public record VerificationRun(Delivery delivery, RecheckEnd reading, Moments service, EffectiveConfig config) {
    /**
     * @param injectedNanos from the start of the load to the beginning of the fault
     * @param recoveredNanos from the start of the load to the system being ready again
     * @param atInjection the counts when the fault began
     * @param sinceAckNanos age of the last acknowledgement when the fault began, as far as the coordinator knew
     * @param silenceNanos longest time after the fault without an acknowledgement, to the accuracy of the workers' reports
     * @param resolutionNanos that accuracy
     * @param served whether anything was acknowledged after the system was ready again
     */
    public record Moments(
            LoadStart start,
            long injectedNanos,
            long recoveredNanos,
            LoadTotals atInjection,
            long sinceAckNanos,
            long silenceNanos,
            long resolutionNanos,
            boolean served) {}
}

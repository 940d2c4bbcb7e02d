package dev.assay.model.calibration;

/**
 * Holds the highest rate that one worker with the in-memory system inside has sustained, of a few that rose step by step.
 *
 * @param acknowledgedPerSecond messages
 * @param deliveredPerSecond messages to all subscriptions together
 * @param exceeded whether the next step was too much; otherwise it is only known that the ceiling is not below
 * @param seconds how long each step lasted, the only one that n = 1 stands for
 */
public record HarnessCeiling(
        int subscriptions,
        int messageBytes,
        double acknowledgedPerSecond,
        double deliveredPerSecond,
        boolean exceeded,
        double seconds) {
    public HarnessCeiling {
        if (subscriptions < 1 || messageBytes < 1 || !(acknowledgedPerSecond > 0) || !(seconds > 0)) {
            throw new IllegalArgumentException("expected a ceiling above 0 with at least one subscription, but found "
                    + acknowledgedPerSecond + "/s with " + subscriptions);
        }
    }
}

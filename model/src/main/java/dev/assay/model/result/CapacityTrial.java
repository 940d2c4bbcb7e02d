package dev.assay.model.result;

/**
 * @param folder below {@code trials/}
 * @param ratePerSecond what it offered
 * @param seconds how long its measured load was to last
 * @param why what speaks against the rate, or why it says nothing; empty where the rate was met
 * @param endedEarly whether its load was ended once it was certain that the rate would be missed
 * @param limit what was at its limit meanwhile, for people
 */
public record CapacityTrial(
        String folder,
        Purpose purpose,
        double ratePerSecond,
        double seconds,
        Outcome outcome,
        String why,
        boolean endedEarly,
        String limit) {
    public enum Purpose {
        PROBE,
        /** Decides which rate is to be confirmed. */
        DECIDE,
        /** Confirms the chosen rate: several have to pass in a row. */
        CONFIRM,
        /** Measures latency below the lower bound. */
        CURVE
    }

    public enum Outcome {
        GOOD,
        BAD,
        /** The trial failed, or was disturbed, for reasons that are not the rate's. */
        NO_EVIDENCE
    }
}

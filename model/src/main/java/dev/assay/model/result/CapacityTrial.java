package dev.assay.model.result;

/**
 * A trial of a search for capacity.
 *
 * @param folder below {@code trials/}
 * @param purpose what it was for
 * @param ratePerSecond what it offered
 * @param seconds how long its measured load was to last
 * @param outcome what it says of the rate
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
    /** What a trial is for. */
    public enum Purpose {
        /** To narrow the range down. */
        PROBE,
        /** To decide which rate is to be confirmed. */
        DECIDE,
        /** To confirm that rate, after it was chosen: several have to pass in a row. */
        CONFIRM,
        /** To measure latency below the lower bound. */
        CURVE
    }

    /** What a trial says of its rate. */
    public enum Outcome {
        /** It met all objectives. */
        GOOD,
        /** It missed one or more. */
        BAD,
        /** Nothing: it failed, or was disturbed, for reasons that are not the rate's. */
        NO_EVIDENCE
    }
}

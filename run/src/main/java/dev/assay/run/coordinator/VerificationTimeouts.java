package dev.assay.run.coordinator;

import java.time.Duration;

/**
 * How long a verification waits for what, beside what any trial waits for.
 *
 * @param served once the system is back, producers get so long to notice, backing off as they may be
 * @param after the load goes on for so long after that
 * @param outcome longest wait for the outcome of what is under way; longer than clients try by default
 * @param patience where the system does not tell where its partitions end, as without a leader, reading is over when nothing has come
 *     for so long
 * @param reading reading is over then, whatever comes
 */
public record VerificationTimeouts(
        Duration served, Duration after, Duration outcome, Duration patience, Duration reading) {
    /** The defaults of a verification. */
    public static final VerificationTimeouts DEFAULT = new VerificationTimeouts(
            Duration.ofSeconds(60),
            Duration.ofSeconds(3),
            Duration.ofSeconds(150),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5));
}

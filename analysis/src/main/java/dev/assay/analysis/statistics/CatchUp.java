package dev.assay.analysis.statistics;

import java.util.OptionalDouble;

/**
 * Holds how a subscription that was behind caught up. It counts as caught up from the moment after which its backlog stays within
 * a second of load for {@value #STAYS_SECONDS} s, or to the end of the series. Times are seconds from the start of the load.
 * Messages are assumed to be read in the order in which they were sent, so that the initial backlog is worked off once that many
 * have been received.
 *
 * @param beganSeconds when it began to read
 * @param backlogMessages its backlog at that time
 * @param caughtUpSeconds when it had caught up; empty where it never did, or was paused before
 * @param messagesPerSecond mean rate between 10 % and 90 % of that backlog; empty where it did not get there
 * @param bestPerSecond mean rate in the best {@value #BEST_SECONDS} s of that part; empty where it took less
 * @param fractionOfDisk bytes that servers fetched from disks meanwhile, over the payload of that backlog: near 1 or above where
 *     it was read cold, 0 where it came from memory; empty where servers do not report it
 */
public record CatchUp(
        String group,
        String subscription,
        double beganSeconds,
        double backlogMessages,
        OptionalDouble caughtUpSeconds,
        OptionalDouble messagesPerSecond,
        OptionalDouble bestPerSecond,
        OptionalDouble fractionOfDisk) {
    static final double STAYS_SECONDS = 5;
    static final double BEST_SECONDS = 10;

    /** Returns how long catching up took; empty where it never did. */
    public OptionalDouble lengthSeconds() {
        return caughtUpSeconds.isPresent()
                ? OptionalDouble.of(caughtUpSeconds.getAsDouble() - beganSeconds)
                : OptionalDouble.empty();
    }
}

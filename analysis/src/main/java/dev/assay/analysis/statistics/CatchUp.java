package dev.assay.analysis.statistics;

import java.util.OptionalDouble;

/**
 * How a subscription that was behind caught up. It counts as caught up from the moment on after which its backlog stays within a
 * second of load for {@value #STAYS_SECONDS} s, or to the end of the series. Times count from the start of the load; messages are
 * read in the order in which they were sent, so the backlog that it began with is worked off once that many have been received.
 *
 * @param beganSeconds when it began to read
 * @param backlogMessages that it had then
 * @param caughtUpSeconds when it had caught up; empty where it never did, or was paused before
 * @param messagesPerSecond rate between 10 % and 90 % of that backlog, mean; empty where it did not get there
 * @param bestPerSecond the same over the best {@value #BEST_SECONDS} s of it; empty where it took less
 * @param fractionOfDisk bytes that servers fetched from disks meanwhile, over the payload of that backlog: near 1 or above where it was read cold, 0
 *     where it came from memory; empty where servers do not tell
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

    /** How long it took; empty where it never caught up. */
    public OptionalDouble lengthSeconds() {
        return caughtUpSeconds.isPresent()
                ? OptionalDouble.of(caughtUpSeconds.getAsDouble() - beganSeconds)
                : OptionalDouble.empty();
    }
}

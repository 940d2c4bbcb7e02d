package dev.assay.model.result;

/**
 * How messages that were missing after the drain were rechecked, by a new consumer.
 *
 * @param subscription whose messages were missing
 * @param source what was read
 * @param outcome whether it was read to its end
 * @param read distinct messages of the trial that it was given
 * @param nanos how long it took
 * @param detail why nothing was read, or not all of it; where all was, what the system no longer has, or nothing
 */
public record RecheckRecord(String subscription, Source source, Outcome outcome, long read, long nanos, String detail) {
    public RecheckRecord {
        if (read < 0 || nanos < 0) {
            throw new IllegalArgumentException(
                    "a recheck of " + subscription + " can't have read %d messages in %d ns".formatted(read, nanos));
        }
    }

    /** What a new consumer can be given. */
    public enum Source {
        /** All that the system still has of the topics, by a subscription of its own. */
        TOPIC,
        /** What the subscription itself has left: queues forget what was taken. */
        REST
    }

    /** How it ended. */
    public enum Outcome {
        /** Where the system says that it ends; in runs before that was asked, when nothing had come for 5 s. */
        COMPLETE,
        /** Before the end, or without knowing where it is; there may be more. */
        CUT,
        /** By an error; there may be more. */
        FAILED,
        /** It never began. */
        SKIPPED
    }

    /** Whether what it did not find is not there. */
    public boolean complete() {
        return outcome == Outcome.COMPLETE;
    }
}

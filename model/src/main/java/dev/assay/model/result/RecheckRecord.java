package dev.assay.model.result;

/**
 * Records how messages that were missing after the drain were rechecked, by a new consumer.
 *
 * @param subscription whose messages were missing
 * @param read distinct messages of the trial that it was given
 * @param detail why nothing was read, or not all of it; where all was, what the system no longer has, or nothing
 */
public record RecheckRecord(String subscription, Source source, Outcome outcome, long read, long nanos, String detail) {
    public RecheckRecord {
        if (read < 0 || nanos < 0) {
            throw new IllegalArgumentException(
                    "a recheck of " + subscription + " can't have read %d messages in %d ns".formatted(read, nanos));
        }
    }

    public enum Source {
        /** The consumer read all that the system still had of the topics, by a subscription of its own. */
        TOPIC,
        /** The consumer read what the subscription itself had left: queues forget what was taken. */
        REST
    }

    public enum Outcome {
        /** It ended where the system says that the topics end; in runs before that was asked, when nothing had come for 5 s. */
        COMPLETE,
        /** It ended before the end, or without knowing where it is; there may be more. */
        CUT,
        /** It ended by an error; there may be more. */
        FAILED,
        SKIPPED
    }

    /** Tells whether messages that it did not find are not there. */
    public boolean complete() {
        return outcome == Outcome.COMPLETE;
    }
}

package dev.assay.model.spec;

import java.time.Duration;

/** A reader: subscriptions that begin, rest and go on together. */
public record ReaderSpec(
        @Key(value = "Subscriptions of each topic; each receives every message.", fallback = "1")
        int subscriptions,

        @Key(value = "Consumers of each subscription.", fallback = "1")
        int consumers,

        @Key(
                value = "The phase in which it begins to read, from the oldest message; the first unless said.",
                fallback = "")
        String begin,

        @Key(
                value =
                        "Whether its consumers are open and assigned from the start, but paused until it begins; otherwise they are opened then.",
                fallback = "false")
        boolean hold,

        @Key(value = "How long a consumer works on each message before it takes the next.", fallback = "0 s")
        Duration processing) {
    public ReaderSpec {
        Check.inRange("subscriptions", subscriptions, 1, 100);
        Check.inRange("consumers", consumers, 1, 1_000);
        Check.key(
                "hold",
                !hold || !begin.isEmpty(),
                "hold is for a reader that begins later: say in which phase with begin",
                "begin");
        Check.notNegative("processing", processing);
    }

    /** One that reads from the start on. */
    static ReaderSpec tailing(int subscriptions, int consumers) {
        return new ReaderSpec(subscriptions, consumers, "", false, Duration.ZERO);
    }

    /** Whether its consumers are opened only when it begins. */
    public boolean opensLater() {
        return !tails() && !hold;
    }

    /** Whether it reads from the start on, so that its latency is that of a reader at the end of the log. */
    public boolean tails() {
        return begin.isEmpty();
    }
}

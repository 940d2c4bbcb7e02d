package dev.assay.model.spec;

import java.time.Duration;

/** Describes consumer groups that start, pause and resume together: one for each of its subscriptions. */
public record GroupSpec(
        @Key(value = "Subscriptions of each topic; each receives every message.", fallback = "1")
        int subscriptions,

        @Key(value = "Consumers of each subscription.", fallback = "1")
        int consumers,

        @Key(
                value = "The phase in which it starts to read, from the oldest message; by default the first.",
                fallback = "")
        String startAt,

        @Key(
                value =
                        "Whether its consumers are open and assigned from the start, but paused until it starts; otherwise they are opened then.",
                fallback = "false")
        boolean startPaused,

        @Key(value = "How long a consumer works on each message before it takes the next.", fallback = "0 s")
        Duration processing,

        @Key(
                value =
                        "Whether each subscription is a queue: every consumer takes messages from all partitions and acknowledges each by itself, and no order is promised. Otherwise the system's own keys say how consumers divide it.",
                fallback = "false")
        boolean queue) {
    public GroupSpec {
        Check.inRange("subscriptions", subscriptions, 1, 100);
        Check.inRange("consumers", consumers, 1, 1_000);
        Check.key(
                "start-paused",
                !startPaused || !startAt.isEmpty(),
                "start-paused is for a group that starts later: set the phase with start-at",
                "start-at");
        Check.notNegative("processing", processing);
    }

    public GroupSpec(int subscriptions, int consumers, String startAt, boolean startPaused, Duration processing) {
        this(subscriptions, consumers, startAt, startPaused, processing, false);
    }

    static GroupSpec liveSubscriptions(int subscriptions, int consumers) {
        return new GroupSpec(subscriptions, consumers, "", false, Duration.ZERO);
    }

    /** Tells whether its consumers are opened only when it starts. */
    public boolean opensLater() {
        return !live() && !startPaused;
    }

    /** Tells whether it reads from the start on, so that its latency is that of a consumer at the end of the log. */
    public boolean live() {
        return startAt.isEmpty();
    }
}

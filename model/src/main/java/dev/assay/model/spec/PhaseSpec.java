package dev.assay.model.spec;

import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.stream.Stream;

public record PhaseSpec(
        @Key(value = "How long it lasts, unless a condition ends it.", name = "for", fallback = "0 s")
        Duration length,

        @Key("The condition that ends it.") Until until,

        @Key(value = "Longest length of a phase that a condition ends.", fallback = "0 s")
        Duration atMost,

        @Key(value = "Whether it is recorded separately and not judged.", fallback = "false")
        boolean warmup,

        @Key(value = "Offered rate from its start on, instead of the workload's.", fallback = "workload")
        PhaseRate rate,

        @Key(
                value =
                        "What is expected of the load: sustained, overload (more than the system can sustain), either, or disturbed (on purpose).",
                fallback = "sustained")
        Expectation expect,

        @Key(value = "What happens to the page cache when it begins: keep, or drop (needs root).", fallback = "keep")
        PageCache pageCache) {
    public record Until(
            @Key(value = "This much payload has been sent in the phase.", fallback = "0 B")
            ByteSize sent,

            @Key(
                    value = "This consumer group has caught up: its backlog stays below a second of load for 5 s.",
                    fallback = "")
            String caughtUp,

            @Key(
                    value = "The trial is in a steady state, for 20 s at least; see warm-up in METHODOLOGY.md.",
                    fallback = "false")
            boolean steady,

            @Key(
                    value =
                            "The load has proved to be more than the system can sustain: more is outstanding than the rest of the phase could clear.",
                    fallback = "false")
            boolean overloaded,

            @Key(
                    value = "This event is done, such as a rolling upgrade once its last node is in sync again.",
                    fallback = "")
            String done) {
        public static final Until TIME = new Until(new ByteSize(0), "");

        public Until {
            long conditions = Stream.of(sent.bytes() > 0, !caughtUp.isEmpty(), steady, overloaded, !done.isEmpty())
                    .filter(one -> one)
                    .count();
            Check.key(
                    "sent",
                    conditions <= 1,
                    "until takes one of sent, caught-up, steady, overloaded and done, not several",
                    "caught-up",
                    "steady",
                    "overloaded",
                    "done");
        }

        public Until(ByteSize sent, String caughtUp, boolean steady) {
            this(sent, caughtUp, steady, false, "");
        }

        /** Creates a condition that ends a phase once its load proves to be too much. */
        public static Until tooMuch() {
            return new Until(new ByteSize(0), "", false, true, "");
        }

        public Until(ByteSize sent, String caughtUp) {
            this(sent, caughtUp, false);
        }

        public boolean hasCondition() {
            return sent.bytes() > 0 || !caughtUp.isEmpty() || steady || overloaded || !done.isEmpty();
        }
    }

    /** Says what happens to clean pages of files that the kernel keeps in memory. */
    public enum PageCache {
        KEEP,
        DROP
    }

    public PhaseSpec {
        if (until.hasCondition()) {
            Check.key(
                    "for",
                    length.isZero(),
                    "a phase lasts for a time or until a condition, so give for or until, not both",
                    "until");
            Check.key(
                    "at-most",
                    atMost.toMillis() >= 1000,
                    "at-most must be at least 1 s where a condition ends the phase, but is "
                            + DurationText.format(atMost),
                    "until");
        } else {
            Check.key(
                    "at-most",
                    atMost.isZero(),
                    "at-most is for a phase that a condition ends: set the condition with until",
                    "until");
            Check.key(
                    "for",
                    !length.isZero(),
                    "a phase needs an end: set its length with for, or a condition that ends it with until",
                    "until");
            Check.key(
                    "for",
                    length.toMillis() >= 1000,
                    "for must be at least 1 s, but is " + DurationText.format(length),
                    "until");
        }
    }

    public Duration longest() {
        return until.hasCondition() ? atMost : length;
    }
}

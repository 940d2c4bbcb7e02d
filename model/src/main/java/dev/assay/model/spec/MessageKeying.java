package dev.assay.model.spec;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * @param count of different keys; 0 for as many as the partitions need, see {@link #forPartitions}
 * @param skew exponent s of Zipf's law: the key of rank r has a frequency in proportion to 1/r^s; 0 for equal frequencies
 */
public record MessageKeying(Kind kind, int count, double skew) implements WordOrKeys {
    /** Reads a keying with a number of keys or with other than equal frequencies. */
    public record Spread(
            @Key(value = "How messages get their keys.", fallback = "random")
            Kind kind,

            @Key(value = "Number of distinct keys; 0 means 10 for each partition, but at least 1000.", fallback = "0")
            int count,

            @Key(
                    value = "Exponent s of Zipf's law: the key of rank r has a frequency proportional to 1/r^s.",
                    fallback = "0")
            double skew)
            implements Keys {
        @Override
        public MessageKeying value() {
            return new MessageKeying(kind, count, skew);
        }
    }

    public enum Kind {
        NONE,
        RANDOM,
        SEQUENCE
    }

    /** Sends messages without a key: the client picks the partition. */
    public static final MessageKeying NONE = new MessageKeying(Kind.NONE, 0, 0);

    /** Draws random keys with equal frequencies, as many as the partitions need. */
    public static final MessageKeying RANDOM = new MessageKeying(Kind.RANDOM, 0, 0);

    /** Takes keys in turn, as many as the partitions need. */
    public static final MessageKeying SEQUENCE = new MessageKeying(Kind.SEQUENCE, 0, 0);

    /** A table of this many keys takes about 70 MB. */
    public static final int MAX = 1_000_000;

    private static final int MIN_UNASKED = 1000;

    /** With ten keys a partition, one in 22 000 partitions gets none from an even hash (exp(-10)). */
    private static final int EACH_PARTITION = 10;

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^(?:none|random|sequence)$";

    public MessageKeying {
        Check.inRange("count", "keys count", count, 0, MAX);
        Check.key("skew", skew >= 0 && skew <= 10, "keys skew must be between 0 and 10, but is " + skew);
        Check.key(
                "skew",
                skew == 0 || kind == Kind.RANDOM,
                "keys skew needs the kind random, but the kind is " + word(kind),
                "kind");
        Check.key(
                "count",
                count == 0 || kind != Kind.NONE,
                "keys count needs the kind random or sequence, but the kind is none",
                "kind");
    }

    /**
     * Reads {@code none}, {@code random} or {@code sequence}.
     *
     * @throws IllegalArgumentException when the text is none of them
     */
    public static MessageKeying parse(String text) {
        for (Kind kind : Kind.values()) {
            if (word(kind).equals(text.strip())) {
                return new MessageKeying(kind, 0, 0);
            }
        }
        throw new IllegalArgumentException(
                "expected none, random, sequence or { kind: random, count: 5000, skew: 0.99 }, but found '" + text
                        + "'");
    }

    @Override
    public @Nullable Keys keys() {
        return count == 0 && skew == 0 ? null : new Spread(kind, count, skew);
    }

    public boolean isNone() {
        return kind == Kind.NONE;
    }

    /** Returns this keying with its number of keys; where none was set, one that lets each of the partitions get its part. */
    public MessageKeying forPartitions(int partitions) {
        if (isNone() || count > 0) {
            return this;
        }
        int needed = Math.clamp((long) EACH_PARTITION * partitions, MIN_UNASKED, MAX);
        return new MessageKeying(kind, needed, skew);
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a text for people; of a word, the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return word(kind) + (count > 0 ? " of " + count : "") + (skew > 0 ? ", skew " + Check.plain(skew) : "");
    }
}

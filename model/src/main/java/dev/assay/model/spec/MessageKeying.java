package dev.assay.model.spec;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How messages are keyed.
 *
 * @param count of different keys; 0 for as many as the partitions need, see {@link #forPartitions}
 * @param skew exponent s of Zipf's law: the key of rank r has a share in proportion to 1/r^s; 0 for equal shares
 */
public record MessageKeying(Kind kind, int count, double skew) {
    /** Who gets which key. */
    public enum Kind {
        NONE,
        RANDOM,
        SEQUENCE
    }

    /** The client picks the partition. */
    public static final MessageKeying NONE = new MessageKeying(Kind.NONE, 0, 0);

    /** Random keys with equal shares, as many as the partitions need. */
    public static final MessageKeying RANDOM = new MessageKeying(Kind.RANDOM, 0, 0);

    /** Keys in turn, as many as the partitions need. */
    public static final MessageKeying SEQUENCE = new MessageKeying(Kind.SEQUENCE, 0, 0);

    /** The most different keys: a table of them takes about 70 MB. */
    public static final int MOST = 1_000_000;

    private static final int MIN_UNASKED = 1000;

    /** With ten keys a partition, one in 22 000 partitions gets none from an even hash (exp(-10)). */
    private static final int EACH_PARTITION = 10;

    /** The texts that {@link #parse} reads, as a regular expression that JSON Schema understands as well. */
    public static final String PATTERN =
            "^(?:none|(random|sequence)(?:\\s+of\\s+([0-9][0-9_]*))?(?:\\s*,\\s*skew\\s+([0-9]+(?:\\.[0-9]+)?))?)$";

    private static final Pattern TEXT = Pattern.compile(PATTERN);

    public MessageKeying {
        Check.inRange("keys count", count, 0, MOST);
        Check.that(skew >= 0 && skew <= 10, "keys skew must be between 0 and 10, but is " + skew);
        Check.that(skew == 0 || kind == Kind.RANDOM, "keys skew needs the kind random, but the kind is " + word(kind));
        Check.that(
                count == 0 || kind != Kind.NONE, "keys count needs the kind random or sequence, but the kind is none");
    }

    /**
     * Reads {@code none}, {@code random}, {@code sequence of 5000} or {@code random of 5000, skew 0.99}.
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static MessageKeying parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        Check.that(
                matcher.matches(),
                "expected none, random, sequence or { kind: random, count: 5000, skew: 0.99 }, but found '" + text
                        + "'");
        if (matcher.group(1) == null) {
            return NONE;
        }
        String digits = matcher.group(2) == null ? "0" : matcher.group(2).replace("_", "");
        Check.that(digits.length() <= 9, "keys count must be between 1 and " + MOST + ", but is " + digits);
        return new MessageKeying(
                Kind.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
                Integer.parseInt(digits),
                matcher.group(3) == null ? 0 : Double.parseDouble(matcher.group(3)));
    }

    /** Whether messages have no key. */
    public boolean isNone() {
        return kind == Kind.NONE;
    }

    /** The same with a number of keys; where none was asked for, one that lets all of so many partitions get their part. */
    public MessageKeying forPartitions(int partitions) {
        if (isNone() || count > 0) {
            return this;
        }
        int needed = Math.clamp((long) EACH_PARTITION * partitions, MIN_UNASKED, MOST);
        return new MessageKeying(kind, needed, skew);
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return word(kind) + (count > 0 ? " of " + count : "") + (skew > 0 ? ", skew " + Check.plain(skew) : "");
    }
}

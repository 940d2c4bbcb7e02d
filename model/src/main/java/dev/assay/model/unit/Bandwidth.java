package dev.assay.model.unit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes per second, or no limit of them.
 *
 * @param bytesPerSecond positive; {@link Long#MAX_VALUE} where there is no limit
 */
public record Bandwidth(long bytesPerSecond) {
    /** The texts that {@link #parse} reads, as a regular expression that JSON Schema understands as well. */
    public static final String PATTERN =
            "^\\s*(?:unlimited|([0-9][0-9_]*(?:\\.[0-9]+)?\\s*(?:[kKmMgG][iI]?[bB]|[bB]))\\s*/\\s*s)\\s*$";

    /** As fast as the device is. */
    public static final Bandwidth UNLIMITED = new Bandwidth(Long.MAX_VALUE);

    private static final Pattern TEXT = Pattern.compile(PATTERN);
    private static final String NO_LIMIT = "unlimited";

    public Bandwidth {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("bandwidth must be at least 1 B/s, but is " + bytesPerSecond + " B/s");
        }
    }

    /**
     * Reads {@code 80 MB/s} (80 000 000 bytes), {@code 64 MiB/s} or {@code unlimited}.
     *
     * @throws IllegalArgumentException when the text is none of these
     */
    public static Bandwidth parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "expected a bandwidth like 80 MB/s or 64 MiB/s, or unlimited, but found '" + text + "'");
        }
        return matcher.group(1) == null
                ? UNLIMITED
                : new Bandwidth(ByteSize.parse(matcher.group(1)).bytes());
    }

    /** Whether there is a limit. */
    public boolean limited() {
        return bytesPerSecond != Long.MAX_VALUE;
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return limited() ? new ByteSize(bytesPerSecond) + "/s" : NO_LIMIT;
    }
}

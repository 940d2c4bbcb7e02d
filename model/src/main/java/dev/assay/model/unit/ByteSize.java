package dev.assay.model.unit;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** @param bytes not negative */
public record ByteSize(long bytes) {
    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "^\\s*(?:0|([0-9][0-9_]*(?:\\.[0-9]+)?)\\s*([kKmMgG][iI]?[bB]|[bB]))\\s*$";

    private static final Pattern TEXT = Pattern.compile(PATTERN);
    private static final Map<String, Long> UNITS = Map.of(
            "b", 1L,
            "kb", 1_000L,
            "mb", 1_000_000L,
            "gb", 1_000_000_000L,
            "kib", 1L << 10,
            "mib", 1L << 20,
            "gib", 1L << 30);

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("byte size must not be negative, but is " + bytes);
        }
    }

    /**
     * Reads {@code 100 B}, {@code 1KB} (1000 bytes), {@code 128 KiB} (131 072 bytes); a bare {@code 0} needs no unit.
     *
     * @throws IllegalArgumentException when the text is no whole number of bytes with a unit
     */
    public static ByteSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "expected a size with its unit like 100 B, 1 KB or 128 KiB, but found '" + text + "'");
        }
        if (matcher.group(1) == null) {
            return new ByteSize(0);
        }
        long unit = UNITS.getOrDefault(matcher.group(2).toLowerCase(Locale.ROOT), 1L);
        BigDecimal bytes = new BigDecimal(matcher.group(1).replace("_", "")).multiply(BigDecimal.valueOf(unit));
        return new ByteSize(whole(bytes, text));
    }

    private static long whole(BigDecimal bytes, String text) {
        if (bytes.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number of bytes");
        }
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too large: a size is at most 2^63 - 1 bytes");
        }
        return bytes.longValueExact();
    }

    public int asInt() {
        return Math.toIntExact(bytes);
    }

    @Override
    public String toString() {
        if (bytes == 0) {
            return "0 B";
        }
        for (String unit : new String[] {"GiB", "GB", "MiB", "MB", "KiB", "KB"}) {
            long scale = UNITS.getOrDefault(unit.toLowerCase(Locale.ROOT), 1L);
            if (bytes % scale == 0) {
                return bytes / scale + " " + unit;
            }
        }
        return bytes + " B";
    }
}

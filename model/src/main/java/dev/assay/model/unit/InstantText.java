package dev.assay.model.unit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes instants as people read them, in UTC, without fractions of a second. */
public final class InstantText {
    private static final DateTimeFormatter SECONDS = format("yyyy-MM-dd HH:mm:ss 'UTC'");
    private static final DateTimeFormatter DAY = format("yyyy-MM-dd");

    private InstantText() {}

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** Formats {@code 2026-11-24 09:00:05 UTC}. */
    public static String of(Instant instant) {
        return SECONDS.format(instant);
    }

    /** Formats a recorded ISO-8601 instant as {@link #of(Instant)} does; returns any other text as it is. */
    public static String of(String iso) {
        return text(iso, SECONDS);
    }

    /** Formats the day in UTC of a recorded ISO-8601 instant; returns any other text as it is. */
    public static String day(String iso) {
        return text(iso, DAY);
    }

    private static String text(String iso, DateTimeFormatter format) {
        try {
            return format.format(Instant.parse(iso));
        } catch (DateTimeException _) {
            return iso;
        }
    }
}

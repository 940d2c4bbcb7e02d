package dev.assay.systems.nats;

import dev.assay.model.unit.DurationText;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of a server's settings as nats-server does in its file (nats-server 2.15, {@code conf/lex.go}, {@code conf/parse.go}, {@code
 * server/opts.go}): without quotes a value is a number with or without a suffix, or true or false; in quotes it is a text, and so is a
 * duration.
 */
public final class NatsServerValues {
    private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

    /** Settings of which the server keeps 32 bits, refusing larger values. */
    private static final List<String> OF_32_BITS = List.of("max_payload", "max_control_line");

    private static final Pattern WHOLE = Pattern.compile("(-?[0-9]{1,19})(?:([kmgtpe])(b|i|ib)?)?");
    private static final Pattern GO_DURATION =
            Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?(?:ns|us|µs|ms|s|m|h))+|[+-]?0|(-?[0-9]{1,18})");

    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]*)?)(ns|us|µs|ms|s|m|h)");

    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    /** Values that would mean something else as a text, for unknown settings: numbers, true and false, and structures. */
    private static final Pattern BARE =
            Pattern.compile("-?[0-9]{1,19}(?:[KMGTPE](?:[Bb]|[Ii][Bb]?)?)?|true|false|[\\[{].*", Pattern.DOTALL);

    private enum Kind {
        NUMBER("a whole number, such as 65536, 64K (64000) or 64KB (65536), without a space"),
        DURATION("a duration such as 30s, 1m30s or 500ms, without a space"),
        DURATION_OR_ALWAYS("always, or a duration such as 30s, 1m30s or 500ms, without a space"),
        /** A duration with a unit, without which the server refuses it. */
        DURATION_WITH_UNIT("a duration such as 30s, 1m30s or 500ms, without a space"),
        TRUTH("true or false");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        boolean takes(String text) {
            return switch (this) {
                case NUMBER -> read(text).isPresent();
                case DURATION -> GO_DURATION.matcher(text).matches();
                case DURATION_OR_ALWAYS ->
                    text.equalsIgnoreCase("always") || GO_DURATION.matcher(text).matches();
                case DURATION_WITH_UNIT -> {
                    Matcher matcher = GO_DURATION.matcher(text);
                    yield matcher.matches() && matcher.group(1) == null;
                }
                case TRUTH -> text.toLowerCase(Locale.ROOT).matches("true|yes|on|false|no|off");
            };
        }

        /** Returns whether the value stands without quotes. */
        boolean bare(String text) {
            return switch (this) {
                case NUMBER, TRUTH -> true;
                case DURATION, DURATION_OR_ALWAYS -> text.matches("-?[0-9]+");
                case DURATION_WITH_UNIT -> false;
            };
        }
    }

    private static final Map<String, Kind> KINDS = kinds();

    private NatsServerValues() {}

    private static Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new HashMap<>();
        List.of(
                        "max_closed_clients",
                        "max_connections",
                        "max_control_line",
                        "max_payload",
                        "max_pending",
                        "max_sub_tokens",
                        "max_subscriptions",
                        "max_traced_msg_len",
                        "ping_max",
                        "prof_block_rate",
                        "connect_error_reports",
                        "reconnect_error_reports",
                        "cluster.connect_retries",
                        "cluster.ping_max",
                        "cluster.pool_size",
                        "jetstream.info_queue_limit",
                        "jetstream.request_queue_limit",
                        "jetstream.limits.max_ack_pending",
                        "jetstream.limits.max_ha_assets",
                        "jetstream.limits.max_request_batch",
                        "jetstream.max_buffered_msgs",
                        "jetstream.max_buffered_size",
                        "jetstream.max_concurrent_io",
                        "jetstream.max_file_store",
                        "jetstream.max_memory_store",
                        "jetstream.max_outstanding_catchup",
                        "jetstream.meta_compact",
                        "jetstream.meta_compact_size")
                .forEach(name -> kinds.put(name, Kind.NUMBER));
        List.of("ping_interval", "write_deadline", "cluster.ping_interval", "cluster.write_deadline")
                .forEach(name -> kinds.put(name, Kind.DURATION));
        List.of("lame_duck_duration", "lame_duck_grace_period", "jetstream.limits.duplicate_window")
                .forEach(name -> kinds.put(name, Kind.DURATION_WITH_UNIT));
        kinds.put(NatsDurability.SYNC, Kind.DURATION_OR_ALWAYS);
        List.of(
                        "debug",
                        "trace",
                        "trace_headers",
                        "trace_verbose",
                        "logtime",
                        "logtime_utc",
                        "disable_sublist_cache",
                        "no_fast_producer_stall",
                        "no_header_support",
                        "cluster.connect_backoff",
                        "cluster.no_advertise",
                        "jetstream.meta_compact_sync",
                        "jetstream.strict")
                .forEach(name -> kinds.put(name, Kind.TRUTH));
        return Map.copyOf(kinds);
    }

    /**
     * Reads a whole number as the server does: K, M, G, T, P and E are powers of 1000, with a B or an i of 1024; empty where it is none.
     */
    public static OptionalLong read(String text) {
        Matcher matcher = WHOLE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int power = matcher.group(2) == null ? 0 : "kmgtpe".indexOf(matcher.group(2)) + 1;
        BigInteger base = BigInteger.valueOf(matcher.group(3) == null ? 1000 : 1024);
        BigInteger number = new BigInteger(matcher.group(1)).multiply(base.pow(power));
        return number.abs().compareTo(LONGEST) > 0 ? OptionalLong.empty() : OptionalLong.of(number.longValueExact());
    }

    /** Reads the number of a setting; empty where it is not set or no number. */
    static OptionalLong number(Map<String, String> settings, String name) {
        return read(settings.getOrDefault(name, ""));
    }

    /**
     * Returns what is wrong with a value, as in "must be true or false, but is 'x'"; null where the server accepts it or the setting is
     * unknown.
     */
    static @Nullable String objection(String name, String value) {
        Kind kind = KINDS.get(name);
        String text = value.strip();
        if (kind == null) {
            return null;
        }
        if (!kind.takes(text)) {
            return "must be " + kind.words + ", but is '" + value + "'";
        }
        boolean tooLong = OF_32_BITS.contains(name) && read(text).orElse(0) > Integer.MAX_VALUE;
        return tooLong ? "must be at most " + Integer.MAX_VALUE + " B, but is '" + value + "'" : null;
    }

    /**
     * Returns whether a value of the file equals the one that a server reports, with numbers without suffixes and durations as people write
     * them.
     */
    static boolean isSame(String name, String value, String reported) {
        String text = value.strip();
        String reportedText = reported.strip();
        Kind kind = KINDS.get(name);
        if (text.equalsIgnoreCase(reportedText) || kind == null) {
            return text.equalsIgnoreCase(reportedText);
        }
        return switch (kind) {
            case NUMBER -> read(text).isPresent() && read(text).equals(read(reportedText));
            case DURATION, DURATION_OR_ALWAYS, DURATION_WITH_UNIT ->
                nanos(text).isPresent()
                        && reportedText.matches(DurationText.PATTERN)
                        && nanos(text).getAsLong()
                                == DurationText.parse(reportedText).toNanos();
            case TRUTH -> false;
        };
    }

    /** Reads a duration of the file in nanoseconds; a number without a unit is seconds. */
    private static OptionalLong nanos(String text) {
        if (!GO_DURATION.matcher(text).matches()) {
            return OptionalLong.empty();
        }
        if (text.matches("-?[0-9]+")) {
            return OptionalLong.of(Math.multiplyExact(Long.parseLong(text), 1_000_000_000L));
        }
        double nanos = 0;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            nanos += Double.parseDouble(part.group(1)) * NANOS.getOrDefault(part.group(2), 0L);
        }
        return OptionalLong.of(Math.round(text.startsWith("-") ? -nanos : nanos));
    }

    /**
     * Returns a value as the file has it: without quotes 2m is two million, and with them a number is a text, which the server refuses as a
     * number.
     */
    public static String literal(String name, String value) {
        String text = value.strip();
        Kind kind = KINDS.get(name);
        boolean bare = kind == null ? BARE.matcher(text).matches() : kind.bare(text);
        return bare ? text : quoted(text);
    }

    public static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}

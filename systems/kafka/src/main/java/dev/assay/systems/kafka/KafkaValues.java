package dev.assay.systems.kafka;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Knows which values Kafka's settings take and which contradict each other, as clients report only when they are opened (kafka-clients
 * 4.3.1).
 */
public final class KafkaValues {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}");

    /** Endings of the names of settings that are whole numbers, with their units. */
    private static final Map<String, String> UNITS = Map.of(
            ".ms", " of milliseconds",
            ".seconds", " of seconds",
            ".minutes", " of minutes",
            ".hours", " of hours",
            ".bytes", " of bytes",
            ".level", "");

    private static final Set<String> NUMBERS = Set.of(
            "batch.size",
            "buffer.memory",
            "max.in.flight.requests.per.connection",
            "max.poll.records",
            "max.request.size",
            "metrics.num.samples",
            "retries",
            "sasl.kerberos.min.time.before.relogin");

    /** Settings that end like numbers and are none. */
    private static final Set<String> WORDS = Set.of("isolation.level", "metrics.recording.level");

    private static final Set<String> TRUTHS = Set.of(
            "allow.auto.create.topics",
            "check.crcs",
            "enable.auto.commit",
            "enable.idempotence",
            "enable.metrics.push",
            "exclude.internal.topics",
            "partitioner.adaptive.partitioning.enable",
            "partitioner.ignore.keys");

    private static final String CODEC = "compression.type";
    private static final Set<String> CODECS = Set.of("none", "gzip", "snappy", "lz4", "zstd");

    private static final Map<String, Set<String>> CHOICES = Map.of(
            "acks",
            Set.of("all", "-1", "0", "1"),
            CODEC,
            CODECS,
            "isolation.level",
            Set.of("read_committed", "read_uncommitted"),
            "metrics.recording.level",
            Set.of("INFO", "DEBUG", "TRACE"),
            "share.acknowledgement.mode",
            Set.of("implicit", "explicit"));

    private static final Set<String> CODECS_OF_TOPICS =
            Set.of("uncompressed", "producer", "gzip", "snappy", "lz4", "zstd");

    private static final String IDEMPOTENCE = "enable.idempotence";
    private static final String IN_FLIGHT = "max.in.flight.requests.per.connection";
    private static final int MAX_IN_FLIGHT = 5;

    private static final long REQUEST_MILLIS = 30_000;
    private static final long SESSION_MILLIS = 45_000;

    private KafkaValues() {}

    public static boolean isNumber(String name) {
        return NUMBERS.contains(name)
                || (!WORDS.contains(name) && UNITS.keySet().stream().anyMatch(name::endsWith));
    }

    public static boolean isTruth(String name) {
        return TRUTHS.contains(name);
    }

    /** Returns the words that a client takes for the setting; empty where it may take any. */
    public static Set<String> choices(String name) {
        return CHOICES.getOrDefault(name, Set.of());
    }

    /** Returns what is wrong with a value, alone or with others of its group; null where nothing is known against it. */
    static @Nullable SettingObjection objection(SettingGroup group, String name, Map<String, String> settings) {
        String value = settings.getOrDefault(name, "").strip();
        if (value.contains("${")) {
            return null; // A provider's value is known only where the provider runs.
        }
        String expected = expected(group, name, value);
        if (expected != null) {
            return SettingObjection.value(
                    "must be " + expected + ", but is '" + value + "'", "correct it, or remove it");
        }
        return switch (group) {
            case PRODUCER -> ofProducer(name, value, settings);
            case CONSUMER -> ofConsumer(name, value, settings);
            case CLIENT, TOPIC, BROKER -> null;
        };
    }

    /** Returns what should stand in place of a value; null where it fits. */
    private static @Nullable String expected(SettingGroup group, String name, String value) {
        boolean ofServers = group == SettingGroup.TOPIC || group == SettingGroup.BROKER;
        if (name.equals(CODEC)) {
            return oneOf(ofServers ? CODECS_OF_TOPICS : CODECS, value);
        }
        if (isNumber(name)) {
            return NUMBER.matcher(value).matches() ? null : "a whole number" + unit(name);
        }
        if (ofServers) {
            return null;
        }
        if (isTruth(name)) {
            return oneOf(Set.of("true", "false"), value.toLowerCase(Locale.ROOT));
        }
        return choices(name).isEmpty() ? null : oneOf(choices(name), value);
    }

    private static String unit(String name) {
        return UNITS.entrySet().stream()
                .filter(unit -> name.endsWith(unit.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private static @Nullable String oneOf(Set<String> choices, String value) {
        return choices.contains(value)
                ? null
                : "one of " + String.join(", ", choices.stream().sorted().toList());
    }

    private static @Nullable SettingObjection ofProducer(String name, String value, Map<String, String> settings) {
        boolean idempotent = settings.getOrDefault(IDEMPOTENCE, "").strip().equalsIgnoreCase("true");
        String with = "with " + IDEMPOTENCE + ": true the client refuses it";
        if (idempotent && name.equals("acks") && !List.of("all", "-1").contains(value)) {
            return SettingObjection.mustBe("all", value, with);
        }
        if (idempotent && name.equals(IN_FLIGHT) && number(settings, name, Long.MAX_VALUE) > MAX_IN_FLIGHT) {
            return SettingObjection.mustBe("at most " + MAX_IN_FLIGHT, value, with);
        }
        if (idempotent && name.equals("retries") && number(settings, name, Long.MAX_VALUE) == 0) {
            return SettingObjection.mustBe("at least 1", value, with);
        }
        long needed = number(settings, "linger.ms", 0) + number(settings, "request.timeout.ms", REQUEST_MILLIS);
        if (name.equals("delivery.timeout.ms") && number(settings, name, Long.MAX_VALUE) < needed) {
            return SettingObjection.mustBe(
                    "at least " + needed,
                    value,
                    "the client refuses less than linger.ms and request.timeout.ms (%d by default) together"
                            .formatted(REQUEST_MILLIS));
        }
        return null;
    }

    private static @Nullable SettingObjection ofConsumer(String name, String value, Map<String, String> settings) {
        long session = number(settings, "session.timeout.ms", SESSION_MILLIS);
        if (name.equals("heartbeat.interval.ms") && number(settings, name, Long.MAX_VALUE) >= session) {
            return SettingObjection.mustBe(
                    "less than " + session, value, "the client refuses one that is not below session.timeout.ms");
        }
        return null;
    }

    static long number(Map<String, String> settings, String name, long usual) {
        return VendorSettings.number(settings, name).orElse(usual);
    }
}

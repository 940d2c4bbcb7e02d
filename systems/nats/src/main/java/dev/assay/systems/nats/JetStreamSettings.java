package dev.assay.systems.nats;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.unit.DurationText;
import java.util.Map;
import java.util.Set;

/** Knows settings of streams and consumers by their names in JetStream's own API, which speaks JSON. */
public final class JetStreamSettings {
    public static final JetStreamSettings STREAM = new JetStreamSettings(Map.of(
            "max_bytes", Kind.NUMBER,
            "max_consumers", Kind.NUMBER,
            "max_msg_size", Kind.NUMBER,
            "max_msgs", Kind.NUMBER,
            "duplicate_window", Kind.DURATION,
            "allow_direct", Kind.TRUTH,
            "compression", Kind.WORD,
            "discard", Kind.WORD,
            "persist_mode", Kind.WORD));

    public static final JetStreamSettings CONSUMER = new JetStreamSettings(Map.of(
            "ack_wait", Kind.DURATION,
            "max_ack_pending", Kind.NUMBER,
            "max_batch", Kind.NUMBER,
            "max_waiting", Kind.NUMBER,
            "mem_storage", Kind.TRUTH,
            "num_replicas", Kind.NUMBER));

    /** Settings of the client's requests to a consumer, which stay with the client. */
    public static final JetStreamSettings PULL =
            new JetStreamSettings(Map.of("expires_in", Kind.DURATION, "threshold_percent", Kind.NUMBER));

    private final Map<String, Kind> kinds;

    private JetStreamSettings(Map<String, Kind> kinds) {
        this.kinds = kinds;
    }

    private enum Kind {
        NUMBER("a whole number") {
            @Override
            String json(String text) {
                return Long.toString(Long.parseLong(text));
            }
        },
        /** JSON has nanoseconds, people write 30 s. */
        DURATION("a duration such as 30 s") {
            @Override
            String json(String text) {
                return Long.toString(DurationText.parse(text).toNanos());
            }
        },
        TRUTH("true or false") {
            @Override
            String json(String text) {
                if (!text.equals("true") && !text.equals("false")) {
                    throw new IllegalArgumentException(text);
                }
                return text;
            }
        },
        WORD("a word of small letters and digits") {
            @Override
            String json(String text) {
                if (!text.matches("[a-z0-9]+")) {
                    throw new IllegalArgumentException(text);
                }
                return "\"" + text + "\"";
            }
        };

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Converts the value to JSON, or throws an {@link IllegalArgumentException}. */
        abstract String json(String text);
    }

    public SettingNames names() {
        return SettingNames.of("JetStream", kinds.keySet());
    }

    public boolean has(String name) {
        return kinds.containsKey(name);
    }

    /** Returns all settings of streams and consumers that scenarios can have; a producer's client has no settings of its own. */
    public static Map<SettingGroup, SettingNames> known() {
        return Map.of(
                SettingGroup.TOPIC,
                STREAM.names(),
                SettingGroup.CONSUMER,
                CONSUMER.names().and(PULL.names()),
                SettingGroup.PRODUCER,
                SettingNames.of("jnats", Set.of()));
    }

    /**
     * Converts a value to JSON.
     *
     * @throws IllegalArgumentException with what was expected, as in "must be true or false, but is 'x'"
     */
    public String json(String name, String value) {
        Kind kind = kinds.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("is not known");
        }
        try {
            return kind.json(value.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be " + kind.words + ", but is '" + value + "'", e);
        }
    }
}

package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.Setting;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.QueueSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

final class QueueArguments {
    private static final String EXPIRES = "x-expires";

    /**
     * The time after which a queue without readers deletes itself, so that a killed run leaves nothing behind. No trial is so long, so that
     * it can't hit one that waits for a late group. Streams have no such argument.
     */
    private static final Setting FORGOTTEN = new Setting(
            Long.toString(Duration.ofDays(7).toMillis()), "what a killed run leaves behind expires after a week");

    private QueueArguments() {}

    /**
     * Returns the driver's own arguments of a queue. Leaders are spread by declaring each queue at another node, which works because
     * leaders are placed there ({@code client-local}) by default.
     */
    static Map<String, Setting> defaults(QueueKind kind, int replication) {
        TreeMap<String, Setting> arguments = new TreeMap<>();
        Setting copies = new Setting(Integer.toString(replication), "copies of the scenario");
        switch (kind) {
            case CLASSIC, MIRRORED -> {
                arguments.put(QueueSettings.TYPE, queue("classic"));
                arguments.put(EXPIRES, FORGOTTEN);
            }
            case QUORUM -> {
                arguments.put(EXPIRES, FORGOTTEN);
                arguments.put(QueueSettings.TYPE, queue("quorum"));
                arguments.put(QueueSettings.QUORUM_GROUP, copies);
            }
            case STREAM -> {
                arguments.put(QueueSettings.TYPE, queue("stream"));
                arguments.put(QueueSettings.STREAM_GROUP, copies);
            }
        }
        return arguments;
    }

    /** Returns the driver's arguments overlaid with the scenario's; the reason of an argument that no list has says so. */
    static Map<String, Setting> of(QueueKind kind, int replication, Map<String, String> chosen) {
        Map<String, Setting> arguments = Setting.overlaid(defaults(kind, replication), chosen);
        arguments.replaceAll((name, setting) -> chosen.containsKey(name) && QueueSettings.isUnlisted(name)
                ? new Setting(setting.value(), setting.reason() + ", " + QueueSettings.notListed())
                : setting);
        return arguments;
    }

    private static Setting queue(String type) {
        return new Setting(type, "systems.rabbitmq.queue");
    }

    /** Converts values to what the client takes: whole numbers, true and false as such. */
    static Map<String, Object> values(Map<String, Setting> arguments) {
        Map<String, Object> values = new HashMap<>();
        arguments.forEach(
                (name, setting) -> values.put(name, typed(setting.value().strip())));
        return values;
    }

    private static Object typed(String value) {
        if (value.matches("true|false")) {
            return Boolean.valueOf(value);
        }
        return value.matches("-?\\d{1,18}") ? (Object) Long.valueOf(value) : value;
    }
}

package dev.assay.model.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Holds settings passed through to one system by the vendor's own names; they win over what Assay would set. */
public record VendorSettings(
        @Key("Settings common to all clients, administration included: security, networking.")
        Map<String, String> client,

        @Key("Producer settings.") Map<String, String> producer,
        @Key("Consumer settings.") Map<String, String> consumer,
        @Key("Settings of each topic that Assay creates.") Map<String, String> topic,
        @Key("Settings of each node of a local cluster.") Map<String, String> broker) {
    public static final VendorSettings NONE = new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    public VendorSettings {
        client = ordered(client);
        producer = ordered(producer);
        consumer = ordered(consumer);
        topic = ordered(topic);
        broker = ordered(broker);
    }

    private static Map<String, String> ordered(Map<String, String> settings) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** Returns the settings of each group, by its key in scenarios. */
    public Map<String, Map<String, String>> byGroup() {
        Map<String, Map<String, String>> groups = new LinkedHashMap<>();
        groups.put("client", client);
        groups.put("producer", producer);
        groups.put("consumer", consumer);
        groups.put("topic", topic);
        groups.put("broker", broker);
        return groups;
    }

    /** Returns these settings and further ones of all clients; its own win over those. */
    public VendorSettings withClient(Map<String, String> further) {
        Map<String, String> all = new LinkedHashMap<>(further);
        all.putAll(client);
        return new VendorSettings(all, producer, consumer, topic, broker);
    }

    /** Returns a setting that is a whole number; empty where it is not set or is something else, which its owner will refuse. */
    public static OptionalLong number(Map<String, String> settings, String name) {
        String value = settings.getOrDefault(name, "").strip();
        return value.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
    }
}

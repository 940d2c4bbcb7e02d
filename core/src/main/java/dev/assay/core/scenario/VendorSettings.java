package dev.assay.core.scenario;

import java.util.Map;

/** Settings passed through to one system by the vendor's own names; they win over what Assay would set. */
public record VendorSettings(
        @Key("Settings common to all clients, administration included: security, networking.")
        Map<String, String> client,

        @Key("Producer settings.") Map<String, String> producer,
        @Key("Consumer settings.") Map<String, String> consumer,
        @Key("Settings of each topic that Assay creates.") Map<String, String> topic,
        @Key("Settings of each node of a local cluster.") Map<String, String> broker) {
    /** No settings at all. */
    public static final VendorSettings NONE = new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    public VendorSettings {
        client = Map.copyOf(client);
        producer = Map.copyOf(producer);
        consumer = Map.copyOf(consumer);
        topic = Map.copyOf(topic);
        broker = Map.copyOf(broker);
    }
}

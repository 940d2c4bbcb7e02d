package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.Setting;
import dev.assay.driver.client.ManyValues;
import dev.assay.driver.client.Masking;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSettingRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Reads the effective settings, with a reason for each override of the vendor's default. */
final class RabbitMqEffectiveSettings {
    /** The limit of queues asked for their settings, each of which costs a request; so many suffice to show where leaders are. */
    private static final int MAX_QUEUES_ASKED = 100;

    private final RabbitMqSettings settings;
    private final Connections connections;
    private final ServerFacts server;
    private final Management management;

    RabbitMqEffectiveSettings(
            RabbitMqSettings settings, Connections connections, ServerFacts server, Management management) {
        this.settings = settings;
        this.connections = connections;
        this.server = server;
        this.management = management;
    }

    EffectiveConfig read(List<String> queues) throws DriverException {
        TreeMap<String, String> overrides = new TreeMap<>();
        TreeMap<String, Map<String, String>> groups = new TreeMap<>();
        groups.put("client", client(overrides));
        groups.put("producer", producer(overrides));
        groups.put("consumer", consumer(overrides));
        if (!queues.isEmpty()) {
            groups.put("topic", topic(queues, overrides));
        }
        groups.put("broker", server.values());
        return new EffectiveConfig(groups, overrides);
    }

    private Map<String, String> client(Map<String, String> overrides) {
        TreeMap<String, String> client = new TreeMap<>(connections.agreed());
        settings.client().forEach((name, setting) -> {
            client.put(name, Masking.shown(name, setting.value()));
            overrides.put("client." + name, setting.reason());
        });
        return client;
    }

    private Map<String, String> producer(Map<String, String> overrides) {
        TreeMap<String, String> producer = new TreeMap<>();
        settings.producer().forEach((name, setting) -> {
            producer.put(name, setting.value());
            overrides.put("producer." + name, setting.reason());
        });
        producer.put("publisher confirms", "on");
        producer.put("confirm-window", Integer.toString(settings.window().messages()));
        settings.window().lower().ifPresent(text -> producer.put(InFlightRoom.NAME, text));
        overrides.put("producer.publisher confirms", Setting.HARNESS + "without them nothing is acknowledged");
        if (settings.queue() != QueueKind.STREAM) {
            producer.put("mandatory", "true");
            producer.put("confirm timeout", ProducerChannel.CONFIRM_LIMIT.toSeconds() + " s");
            overrides.put("producer.confirm timeout", Setting.HARNESS + "every message has an outcome");
            producer.put("deliveryMode", settings.persistent() ? "2 (persistent)" : "1 (transient)");
            producer.put("batching", "none: AMQP publishes each message by itself");
            overrides.put("producer.mandatory", Setting.HARNESS + "a message that no queue accepts has failed");
            overrides.put("producer.deliveryMode", "systems.rabbitmq.persistent");
            overrides.put("producer.confirm-window", settings.window().reason());
        }
        return producer;
    }

    private Map<String, String> consumer(Map<String, String> overrides) {
        TreeMap<String, String> consumer = new TreeMap<>();
        settings.consumer().forEach((name, setting) -> {
            consumer.put(name, setting.value());
            overrides.put("consumer." + name, setting.reason());
        });
        if (settings.queue() == QueueKind.STREAM) {
            consumer.put("offset tracking", StreamConsumer.TRACKING);
            overrides.put("consumer.offset tracking", Setting.HARNESS + "a subscription continues where it was closed");
            return consumer;
        }
        consumer.put("acknowledgement", settings.automatic() ? "automatic" : acknowledgement());
        if (!settings.automatic()) {
            consumer.put("prefetch", settings.prefetch() + " for each partition");
            overrides.put("consumer.prefetch", "systems.rabbitmq.prefetch");
        }
        return consumer;
    }

    private String acknowledgement() {
        return "manual, after delivery; gathered with multiple=true: one for at most "
                + PartitionConsumer.atOnce(settings.prefetch()) + " messages or "
                + AmqpConsumer.ACKNOWLEDGE_EVERY.toMillis()
                + " ms of a partition";
    }

    private Map<String, String> topic(List<String> queues, Map<String, String> overrides) throws DriverException {
        settings.topic().forEach((name, setting) -> overrides.put("topic." + name, setting.reason()));
        if (!management.isThere()) {
            TreeMap<String, String> declared = new TreeMap<>();
            settings.topic().forEach((name, setting) -> declared.put(name, setting.value()));
            declared.put("(not readable)", "leaders and policies can be read with systems.rabbitmq.admin.url only");
            return declared;
        }
        ManyValues values = new ManyValues();
        TreeMap<String, Integer> leaders = new TreeMap<>();
        List<String> chunk = queues.subList(0, Math.min(MAX_QUEUES_ASKED, queues.size()));
        for (String queue : chunk) {
            Map<String, Object> reported = management.queue(queue);
            Map<String, String> flat = flat(reported);
            leaders.merge(flat.getOrDefault("leader", "none"), 1, Integer::sum);
            flat.remove("leader");
            values.add(flat);
        }
        TreeMap<String, String> topic = new TreeMap<>(values.text());
        topic.put(
                "leaders (queues each)",
                leaders.toString() + (chunk.size() < queues.size() ? " of the first " + chunk.size() : ""));
        topic.put("queues", Integer.toString(queues.size()));
        if (settings.queue() == QueueKind.MIRRORED) {
            topic.put("policy", MirrorPolicies.EVERYWHERE.toString());
            overrides.put("topic.policy", "systems.rabbitmq.queue: mirrored queues are set up by a policy");
        } else {
            topic.remove("mirrors");
            topic.remove("mirrors in sync");
        }
        return topic;
    }

    /** Adds a setting of a policy, unless it mirrors queues, which is shown otherwise. */
    private static void addOfPolicy(String name, Object value, Map<String, String> flat) {
        if (!name.startsWith("ha-")) {
            flat.put(RabbitMqSettingRules.OF_POLICY + name, String.valueOf(value));
        }
    }

    private static String count(Object nodes) {
        return nodes instanceof List<?> all ? all.size() + " nodes" : String.valueOf(nodes);
    }

    private static Map<String, String> flat(Map<String, Object> reported) {
        TreeMap<String, String> flat = new TreeMap<>();
        reported.forEach((name, value) -> {
            String text = Objects.toString(value, "");
            switch (name) {
                case "arguments" -> {
                    if (value instanceof Map<?, ?> arguments) {
                        arguments.forEach((key, one) -> flat.put(String.valueOf(key), String.valueOf(one)));
                    }
                }
                case "effective_policy_definition" -> {
                    if (value instanceof Map<?, ?> policy) {
                        policy.forEach((key, one) -> addOfPolicy(String.valueOf(key), one, flat));
                    }
                }
                case "node" -> flat.putIfAbsent("leader", text);
                case "leader" -> flat.put("leader", text);
                case "members" -> flat.put("members", count(value));
                case "slave_nodes" -> flat.put("mirrors", count(value));
                case "synchronised_slave_nodes" -> flat.put("mirrors in sync", count(value));
                default -> {
                    if (!text.isEmpty()) {
                        flat.put(name, text);
                    }
                }
            }
        });
        return flat;
    }
}

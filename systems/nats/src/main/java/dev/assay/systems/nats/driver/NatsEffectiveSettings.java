package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.Setting;
import dev.assay.driver.client.ManyValues;
import dev.assay.driver.client.Masking;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.systems.nats.NatsSpec.Acknowledgement;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Options;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.StreamInfo;
import io.nats.client.support.JsonParseException;
import io.nats.client.support.JsonParser;
import io.nats.client.support.JsonValue;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the effective settings, with a reason for each override of the vendor's default. */
final class NatsEffectiveSettings {
    /** The limit of streams asked for their settings, each of which costs a request; so many suffice to show where leaders are. */
    private static final int MAX_STREAMS_ASKED = 100;

    /** Members that distinguish streams or consumers and are no settings. */
    private static final List<String> OWN = List.of("name", "subjects", "durable_name", "metadata");

    private final NatsSettings settings;
    private final Connection connection;
    private final JetStreamManagement management;

    NatsEffectiveSettings(NatsSettings settings, Connection connection, JetStreamManagement management) {
        this.settings = settings;
        this.connection = connection;
        this.management = management;
    }

    EffectiveConfig read(List<String> streams, Collection<String> durables) throws DriverException {
        Map<String, String> overrides = new TreeMap<>();
        Map<String, Map<String, String>> groups = new TreeMap<>();
        List<String> chunk = streams.subList(0, Math.min(MAX_STREAMS_ASKED, streams.size()));
        groups.put("client", client(overrides));
        groups.put("producer", producer(overrides));
        groups.put("consumer", consumer(chunk, durables, overrides));
        if (!chunk.isEmpty()) {
            groups.put("topic", topic(chunk, streams.size(), overrides));
        }
        groups.put("broker", broker());
        return new EffectiveConfig(groups, overrides);
    }

    private Map<String, String> client(Map<String, String> overrides) {
        Map<String, String> client = new TreeMap<>();
        settings.client().forEach((name, setting) -> {
            client.put(name, Masking.shown(name, setting.value()));
            overrides.put("client." + name, setting.reason());
        });
        return client;
    }

    private Map<String, String> producer(Map<String, String> overrides) {
        Map<String, String> producer = new TreeMap<>();
        String flush = value(Options.PROP_FORCE_FLUSH_ON_REQUEST);
        producer.put(
                "batching",
                Boolean.parseBoolean(flush)
                        ? "none: each message is written by itself"
                        : "none by time: messages that wait already are written together");
        overrides.put(
                "producer.batching", "workload.batching, by " + Options.PROP_FORCE_FLUSH_ON_REQUEST + "=" + flush);
        producer.put("acknowledgement limit", settings.acknowledgementSeconds() + " s");
        overrides.put(
                "producer.acknowledgement limit",
                Setting.HARNESS + "every message has an outcome; " + Options.PROP_CLEANUP_INTERVAL);
        producer.put("publish", "asynchronous, acknowledged by the leader of the stream");
        String queue = value(Options.PROP_MAX_MESSAGES_IN_OUTGOING_QUEUE);
        long messages =
                queue.matches("[0-9]{1,9}") ? Long.parseLong(queue) : Options.DEFAULT_MAX_MESSAGES_IN_OUTGOING_QUEUE;
        settings.inFlight()
                .lowerThan(Options.PROP_MAX_MESSAGES_IN_OUTGOING_QUEUE, messages)
                .ifPresent(text -> producer.put(InFlightRoom.NAME, text));
        return producer;
    }

    private String value(String name) {
        Setting setting = settings.client().get(name);
        return setting == null ? "" : setting.value().strip();
    }

    private Map<String, String> consumer(
            List<String> streams, Collection<String> durables, Map<String, String> overrides) throws DriverException {
        ManyValues values = new ManyValues();
        for (String durable : durables) {
            // All of a subscription are configured alike; the last stream may have been used by its producer only.
            for (String stream : streams) {
                Map<String, String> settings = ofConsumer(stream, durable);
                if (!settings.isEmpty()) {
                    values.add(settings);
                    break;
                }
            }
        }
        Map<String, String> consumer = new TreeMap<>(values.text());
        settings.consumer().forEach((name, setting) -> overrides.put("consumer." + name, setting.reason()));
        settings.pull().forEach((name, setting) -> {
            consumer.put(name, setting.value());
            overrides.put("consumer." + name, setting.reason());
        });
        consumer.put("batch_size", settings.prefetch() + " for each partition");
        overrides.put("consumer.batch_size", "systems.nats.prefetch");
        if (settings.acknowledgement() == Acknowledgement.ALL) {
            consumer.put(
                    "acknowledgements",
                    "one for at most " + NatsMessageConsumer.ACKNOWLEDGE_AT_MOST + " messages or "
                            + NatsMessageConsumer.ACKNOWLEDGE_EVERY.toMillis() + " ms of a partition");
        }
        return consumer;
    }

    private Map<String, String> ofConsumer(String stream, String durable) throws DriverException {
        try {
            return flat(management
                    .getConsumerInfo(stream, durable)
                    .getConsumerConfiguration()
                    .toJson());
        } catch (JetStreamApiException e) {
            if (e.getErrorCode() == 404) {
                return Map.of();
            }
            throw NatsFailures.failed("asking for the consumer " + durable, e);
        } catch (IOException e) {
            throw NatsFailures.failed("asking for the consumer " + durable, e);
        }
    }

    private Map<String, String> topic(List<String> chunk, int all, Map<String, String> overrides)
            throws DriverException {
        settings.stream().forEach((name, setting) -> overrides.put("topic." + name, setting.reason()));
        ManyValues values = new ManyValues();
        Map<String, Integer> leaders = new TreeMap<>();
        for (String stream : chunk) {
            StreamInfo info = info(stream);
            values.add(flat(info.getConfiguration().toJson()));
            ClusterInfo cluster = info.getClusterInfo();
            String leader = cluster == null || cluster.getLeader() == null ? "none" : cluster.getLeader();
            leaders.merge(leader, 1, Integer::sum);
        }
        Map<String, String> topic = new TreeMap<>(values.text());
        topic.putIfAbsent("persist_mode", "default");
        topic.put("streams", Integer.toString(all));
        topic.put("leaders (streams each)", leaders + (chunk.size() < all ? " of the first " + chunk.size() : ""));
        return topic;
    }

    private StreamInfo info(String stream) throws DriverException {
        try {
            return management.getStreamInfo(stream);
        } catch (IOException | JetStreamApiException e) {
            throw NatsFailures.failed("asking for the stream " + stream, e);
        }
    }

    private Map<String, String> broker() throws DriverException {
        Map<String, String> broker = new TreeMap<>();
        broker.put("version", connection.getServerInfo().getVersion());
        broker.put("max_payload", Long.toString(connection.getServerInfo().getMaxPayload()));
        if (settings.monitorUrls().isEmpty()) {
            broker.put("(not readable)", "sync_interval is told on systems.nats.monitor.url only");
            return broker;
        }
        ManyValues values = new ManyValues();
        for (String url : settings.monitorUrls()) {
            values.add(MonitorPages.settings(url));
        }
        broker.putAll(values.text());
        return broker;
    }

    /** Returns the members of a JSON object that are no objects themselves, without empty ones. */
    static Map<String, String> flat(String json) throws DriverException {
        Map<String, String> flat = new TreeMap<>();
        try {
            JsonValue parsed = JsonParser.parse(json);
            if (parsed.map != null) {
                parsed.map.forEach((name, value) -> {
                    boolean simple = value.map == null && value.array == null;
                    String text = value.string == null ? value.toJson() : value.string;
                    if (simple && !OWN.contains(name) && !text.isEmpty()) {
                        flat.put(name, text);
                    }
                });
            }
        } catch (JsonParseException e) {
            throw NatsFailures.failed("reading what a server has answered", e);
        }
        return flat;
    }
}

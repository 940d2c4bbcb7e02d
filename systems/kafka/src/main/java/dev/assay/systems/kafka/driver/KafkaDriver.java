package dev.assay.systems.kafka.driver;

import dev.assay.driver.Capabilities;
import dev.assay.driver.CreationProgress;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.MessageListener;
import dev.assay.driver.Setting;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.ClientIds;
import dev.assay.driver.client.ManyValues;
import dev.assay.driver.client.OpenClients;
import dev.assay.driver.metric.ClientMetricsSources;
import dev.assay.model.failure.Failure;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.SendCompression;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.SystemCapabilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

final class KafkaDriver implements Driver {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final KafkaSettings settings;
    private final Admin admin;
    private final SystemCapabilities capabilities;
    private final KafkaTopics topics;
    private final KafkaGroups groups;
    private final ReplicaWatch replicas;
    /** Topics created; another thread than the creating one reads it. */
    private final Set<String> created = ConcurrentHashMap.newKeySet();

    private final OpenClients open = new OpenClients();
    private final List<KafkaMessageProducer> sending = new ArrayList<>();
    private final ClientMetricsSources telling = new ClientMetricsSources();
    private final ManyValues producers = new ManyValues();
    private final ManyValues consumers = new ManyValues();
    private final TreeMap<String, String> overrides = new TreeMap<>();
    private final TreeSet<String> usedTopics = new TreeSet<>();
    private final List<TopicSpec> deleted = new ArrayList<>();

    KafkaDriver(KafkaSettings settings, Admin admin, SystemCapabilities capabilities) {
        this.settings = settings;
        this.capabilities = capabilities;
        this.admin = admin;
        this.topics = new KafkaTopics(admin, settings);
        this.groups = new KafkaGroups(admin);
        this.replicas = ReplicaWatch.of(admin);
        if (settings.replication() == 1 && settings.durability().replicatedSync()) {
            overrides.put(
                    "topic.replication.factor",
                    "only 1 copy: " + settings.durability().named()
                            + " requires copies on several nodes, so this measures the guarantee of one node only");
        }
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(
                capabilities.maxPayloadBytes(), capabilities.maxPartitions(), capabilities.keys(), true, true, true);
    }

    @Override
    public void createTopics(List<TopicSpec> specs) throws DriverException {
        createTopics(specs, (_, _) -> {});
    }

    @Override
    public void createTopics(List<TopicSpec> specs, CreationProgress progress) throws DriverException {
        topics.create(specs, progress);
        try {
            ShareGroups.beginAtTheOldest(admin, specs);
        } catch (DriverException e) {
            topics.delete(specs);
            throw e;
        }
        specs.forEach(topic -> usedTopics.add(topic.name()));
        specs.forEach(topic -> created.add(topic.name()));
    }

    @Override
    public List<String> existingTopics(List<TopicSpec> specs) throws DriverException {
        Set<String> names = new HashSet<>(topics.existing(specs));
        Set<String> read = groups.existing(specs);
        return specs.stream()
                .filter(topic ->
                        names.contains(topic.name()) || topic.groups().stream().anyMatch(read::contains))
                .map(TopicSpec::name)
                .toList();
    }

    @Override
    public void deleteTopics(List<TopicSpec> unwanted) throws DriverException {
        try {
            groups.deleteIdleQueues(unwanted);
        } finally {
            topics.delete(unwanted);
        }
        unwanted.forEach(topic -> usedTopics.remove(topic.name()));
        deleted.addAll(unwanted);
    }

    @Override
    public void deleteRemains() throws DriverException {
        // A driver that has opened nothing cleans up after others, which may have been killed.
        groups.delete(deleted, open.isEmpty() ? KafkaGroups.KILLED_LIMIT : KafkaGroups.CLOSED_LIMIT);
        ShareGroups.forget(admin, deleted);
        deleted.clear();
    }

    @Override
    public Failure failureOf(Throwable cause) {
        return KafkaFailures.failure(cause);
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        open.check();
        Map<String, Object> values =
                KafkaSettings.values(settings.producer(), Map.of("client.id", ClientIds.next("producer")));
        KafkaMessageProducer producer = new KafkaMessageProducer(topic.name(), values);
        open.add(producer);
        sending.add(producer);
        telling.add(new KafkaProducerMetrics(new ClientMetrics(id(values), producer::metrics), topic.name()));
        note(SettingGroup.PRODUCER, KafkaEffectiveSettings.producer(values), settings.producer(), topic);
        return producer;
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        open.check();
        if (topic.isQueue(subscription)) {
            return openQueueConsumer(topic, subscription, listener);
        }
        Map<String, Object> values = KafkaSettings.values(
                settings.consumer(), Map.of("client.id", ClientIds.next("consumer"), "group.id", subscription));
        KafkaMessageConsumer consumer = KafkaMessageConsumer.open(
                new PartitionEnds(admin, topic), topic.name(), subscription, values, settings.eachPoll(), listener);
        open.add(consumer);
        telling.add(new KafkaConsumerMetrics(new ClientMetrics(id(values), consumer::metrics)));
        note(SettingGroup.CONSUMER, KafkaEffectiveSettings.consumer(values), settings.consumer(), topic);
        return consumer;
    }

    private DriverConsumer openQueueConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        // Its coordinator knows members of all workers by these names only.
        String clientId = ClientIds.next("consumer") + "-" + UUID.randomUUID();
        Map<String, Object> values =
                KafkaSettings.values(settings.queueConsumer(), Map.of("client.id", clientId, "group.id", subscription));
        DriverConsumer consumer = KafkaQueueConsumer.open(admin, topic, subscription, values, listener);
        open.add(consumer);
        note(SettingGroup.CONSUMER, KafkaEffectiveSettings.queueConsumer(values), settings.queueConsumer(), topic);
        return consumer;
    }

    private static String id(Map<String, Object> settings) {
        return String.valueOf(settings.get("client.id"));
    }

    private void note(
            SettingGroup group, Map<String, String> effective, Map<String, Setting> settings, TopicSpec topic) {
        (group == SettingGroup.PRODUCER ? producers : consumers).add(effective);
        KafkaEffectiveSettings.overrides(group, effective, settings, overrides);
        usedTopics.add(topic.name());
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        ClusterSettings cluster = new ClusterSettings(admin);
        TreeMap<String, Map<String, String>> groups = new TreeMap<>();
        Map<String, String> producer = new TreeMap<>(producers.text());
        settings.inFlight()
                .fullBefore(KafkaSettings.BUFFER, bytes(producer.get(KafkaSettings.BUFFER)))
                .ifPresent(text -> producer.put(InFlightRoom.NAME, text));
        groups.put("producer", producer);
        groups.put("consumer", consumers.text());
        Map<String, String> topic = cluster.topics(usedTopics, settings.topic(), overrides);
        if (!usedTopics.isEmpty()) {
            topic.put("replication.factor", Integer.toString(settings.replication()));
            topic.put("leaders (partitions each)", cluster.leaders(usedTopics));
        }
        groups.put("topic", topic);
        groups.put("broker", cluster.brokers());
        groups.values().removeIf(Map::isEmpty);
        return new EffectiveConfig(groups, overrides);
    }

    private static long bytes(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    @Override
    public Optional<SendCompression> compression() {
        String codec = producers.text().getOrDefault("compression.type", ProducerCompression.NONE);
        return ProducerCompression.of(
                codec, sending.stream().map(KafkaMessageProducer::metrics).toList());
    }

    @Override
    public List<Sample> metrics(long nanoTime) {
        return telling.next(nanoTime);
    }

    @Override
    public List<String> alarms() throws DriverException {
        return replicas.look(created);
    }

    @Override
    public void close() throws DriverException {
        try {
            open.close();
        } finally {
            sending.clear();
            admin.close(CLOSE_LIMIT);
        }
    }
}

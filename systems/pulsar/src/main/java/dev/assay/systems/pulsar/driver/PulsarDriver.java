package dev.assay.systems.pulsar.driver;

import dev.assay.driver.Capabilities;
import dev.assay.driver.CreationProgress;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.Setting;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.ConcurrentClose;
import dev.assay.driver.client.ManyValues;
import dev.assay.driver.client.Masking;
import dev.assay.driver.client.OpenClients;
import dev.assay.driver.metric.ClientMetricsSources;
import dev.assay.model.failure.Failure;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.systems.pulsar.PulsarSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException.NotAuthorizedException;
import org.apache.pulsar.client.api.SubscriptionType;

final class PulsarDriver implements Driver {
    private final PulsarAdmin admin;
    private final Namespaces namespaces;
    private final PulsarTopics topics;
    private final PulsarClientFactory opening;
    private final BrokerSettings broker;
    private final OpenClients open = new OpenClients();
    private final ClientMetricsSources telling = new ClientMetricsSources();
    private final TreeSet<String> usedNamespaces = new TreeSet<>();
    private final PulsarSettings settings;

    /** @param first the client that has reached the service */
    PulsarDriver(PulsarSettings settings, PulsarAdmin admin, DedicatedClient first) throws DriverException {
        this.settings = settings;
        this.admin = admin;
        this.namespaces = new Namespaces(admin, settings.topic());
        this.topics = new PulsarTopics(admin, namespaces, settings.tenant());
        this.opening = new PulsarClientFactory(settings, first);
        this.broker = BrokerSettings.read(admin);
    }

    @Override
    public Capabilities capabilities() {
        SystemCapabilities capabilities = PulsarSpec.capabilitiesOf(broker.maxMessageBytes());
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
        specs.forEach(topic -> usedNamespaces.add(topics.namespace(topic)));
    }

    @Override
    public List<String> existingTopics(List<TopicSpec> specs) throws DriverException {
        return topics.existing(specs);
    }

    @Override
    public void deleteTopics(List<TopicSpec> unwanted) throws DriverException {
        topics.delete(unwanted);
        unwanted.forEach(topic -> usedNamespaces.remove(topics.namespace(topic)));
    }

    /** Deletes namespaces last, since one that is created right after its deletion confuses brokers. */
    @Override
    public void deleteRemains() throws DriverException {
        Map<String, List<String>> kept = topics.deleteEmptyNamespaces();
        if (!kept.isEmpty()) {
            throw new DriverException(
                    "namespaces hold topics that Assay did not create, so they are not deleted: " + kept);
        }
    }

    @Override
    public Failure failureOf(Throwable cause) {
        return PulsarFailures.failure(cause);
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        open.check();
        PulsarMessageProducer producer = opening.producer(topics.fullName(topic), topic.partitions());
        open.add(producer);
        telling.add(producer.metrics());
        usedNamespaces.add(topics.namespace(topic));
        return producer;
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        open.check();
        DriverConsumer consumer = opening.consumer(
                topics.fullName(topic),
                topic.partitions(),
                new PulsarClientFactory.Subscription(subscription, type(topic, subscription)),
                listener);
        open.add(consumer);
        usedNamespaces.add(topics.namespace(topic));
        return consumer;
    }

    private SubscriptionType type(TopicSpec topic, String subscription) {
        return topic.isQueue(subscription) ? SubscriptionType.Shared : settings.subscriptionType();
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        TreeMap<String, Map<String, String>> groups = new TreeMap<>(opening.effective());
        TreeMap<String, String> overrides = new TreeMap<>(opening.overrides());
        ManyValues policies = new ManyValues();
        for (String namespace : usedNamespaces) {
            policies.add(namespaces.effective(namespace));
        }
        groups.put("topic", policies.text());
        settings.topic().forEach((name, setting) -> {
            if (!setting.reason().equals(Setting.VENDORS)) {
                overrides.put("topic." + name, setting.reason());
            }
        });
        groups.put("broker", broker.shown());
        groups.values().removeIf(Map::isEmpty);
        return new EffectiveConfig(groups, overrides);
    }

    /** Returns nothing, since the client does not report compression. */
    @Override
    public Optional<SendCompression> compression() {
        return Optional.ofNullable(
                        opening.effective().getOrDefault("producer", Map.of()).get("compressionType"))
                .filter(codec -> !codec.equalsIgnoreCase("none") && !codec.isBlank())
                .map(SendCompression::unavailable);
    }

    @Override
    public List<Sample> metrics(long nanoTime) {
        return telling.next(nanoTime);
    }

    @Override
    public void close() throws DriverException {
        try {
            open.close();
        } finally {
            List<AutoCloseable> rest = new ArrayList<>(opening.clients());
            rest.add(this::closeAdministration);
            ConcurrentClose.all(rest);
        }
    }

    /** Deletes empty namespaces first, among them those of topics whose creation failed. */
    private void closeAdministration() throws DriverException {
        try {
            topics.deleteEmptyNamespaces();
        } finally {
            admin.close();
        }
    }

    /**
     * Holds a broker's settings as it reports them.
     *
     * @param shown all of them, secrets hidden; where the user may not read them, an entry that says so
     */
    private record BrokerSettings(Map<String, String> shown) {
        private static final int LIMIT_SECONDS = 30;
        private static final long USUAL_MESSAGE_BYTES = 5L << 20;

        static BrokerSettings read(PulsarAdmin admin) throws DriverException {
            TreeMap<String, String> shown = new TreeMap<>();
            try {
                PulsarFailures.await(
                                admin.brokers().getRuntimeConfigurationsAsync(),
                                "reading the settings of a broker",
                                LIMIT_SECONDS)
                        .forEach((name, value) -> shown.put(name, Masking.shown(name, value)));
            } catch (DriverException e) {
                if (!(e.getCause() instanceof NotAuthorizedException)) {
                    throw e;
                }
                shown.put("(not readable)", String.valueOf(e.getMessage()));
            }
            return new BrokerSettings(shown);
        }

        /** Returns the largest message that brokers take, its framing included. */
        long maxMessageBytes() {
            String value = shown.get("maxMessageSize");
            return value != null && value.matches("[0-9]{1,18}") ? Long.parseLong(value) : USUAL_MESSAGE_BYTES;
        }
    }
}

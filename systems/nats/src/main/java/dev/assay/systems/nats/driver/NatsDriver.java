package dev.assay.systems.nats.driver;

import dev.assay.driver.Capabilities;
import dev.assay.driver.CreationProgress;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.client.OpenClients;
import dev.assay.driver.metric.ClientMetricsSources;
import dev.assay.model.metric.Sample;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.SystemCapabilities;
import dev.assay.model.spec.VendorSettings;
import dev.assay.systems.nats.NatsSpec;
import dev.assay.systems.nats.NatsSpec.Acknowledgement;
import dev.assay.systems.nats.NatsSpec.Retention;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

final class NatsDriver implements Driver {
    private final NatsSettings settings;
    private final Connections connections;
    private final Connection admin;
    private final SystemCapabilities capabilities;
    private final NatsTopics topics;
    private final NatsEffectiveSettings effective;
    private final StreamWatch watch;
    private final OpenClients open = new OpenClients();
    private final ClientMetricsSources telling = new ClientMetricsSources();

    /** Topics created; another thread than the creating one reads it. */
    private final Set<String> created = new CopyOnWriteArraySet<>();

    private final Set<TopicSpec> used = ConcurrentHashMap.newKeySet();
    private final Set<String> durables = ConcurrentHashMap.newKeySet();

    private Map<TopicSpec, Set<Integer>> lost = Map.of();

    private NatsDriver(
            NatsSettings settings,
            Connections connections,
            Connection admin,
            JetStreamManagement management,
            VendorSettings vendor) {
        this.settings = settings;
        this.connections = connections;
        this.admin = admin;
        this.capabilities = NatsSpec.capabilitiesOf(admin.getServerInfo().getMaxPayload(), vendor);
        this.topics = new NatsTopics(management, settings);
        this.effective = new NatsEffectiveSettings(settings, admin, management);
        this.watch = new StreamWatch(management);
    }

    /** @throws DriverException when no server answers, or none has JetStream */
    static NatsDriver open(NatsSettings settings, Connections connections, VendorSettings vendor)
            throws DriverException {
        Connection admin = connections.open("admin", Connections.Events.IGNORED);
        try {
            JetStreamManagement management = admin.jetStreamManagement(Connections.JET_STREAM);
            return new NatsDriver(settings, connections, admin, management, vendor);
        } catch (IOException | RuntimeException e) {
            close(admin);
            throw NatsFailures.failed("asking for JetStream", e);
        }
    }

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(
                capabilities.maxPayloadBytes(),
                capabilities.maxPartitions(),
                capabilities.keys(),
                true,
                settings.acknowledgement() != Acknowledgement.ALL,
                settings.retention() == Retention.LIMITS);
    }

    @Override
    public void createTopics(List<TopicSpec> specs) throws DriverException {
        createTopics(specs, (_, _) -> {});
    }

    @Override
    public void createTopics(List<TopicSpec> specs, CreationProgress progress) throws DriverException {
        topics.create(specs, progress);
        used.addAll(specs);
        specs.forEach(topic -> created.addAll(NatsTopics.streams(topic)));
    }

    @Override
    public List<String> existingTopics(List<TopicSpec> specs) throws DriverException {
        return topics.existing(specs);
    }

    @Override
    public Map<TopicSpec, Set<Integer>> lostPartitions(List<TopicSpec> specs) throws DriverException {
        lost = topics.lost(specs);
        return lost;
    }

    @Override
    public void deleteTopics(List<TopicSpec> unwanted) throws DriverException {
        // From here on missing copies are not reported.
        unwanted.forEach(topic -> created.removeAll(NatsTopics.streams(topic)));
        topics.delete(unwanted);
        unwanted.forEach(used::remove);
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) throws DriverException {
        open.check();
        NatsMessageProducer producer = NatsMessageProducer.open(topic, connections);
        open.add(producer);
        telling.add(producer);
        used.add(topic);
        return producer;
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
            throws DriverException {
        open.check();
        NatsMessageConsumer consumer = NatsMessageConsumer.open(
                topic, lost.getOrDefault(topic, Set.of()), subscription, listener, connections);
        open.add(consumer);
        used.add(topic);
        durables.add(NatsMessageConsumer.durable(subscription));
        return consumer;
    }

    @Override
    public EffectiveConfig effectiveConfig() throws DriverException {
        List<String> streams = new ArrayList<>();
        used.forEach(topic -> streams.addAll(NatsTopics.streams(topic)));
        return effective.read(streams, durables);
    }

    @Override
    public List<Sample> metrics(long nanoTime) {
        return telling.next(nanoTime);
    }

    @Override
    public List<String> alarms() throws DriverException {
        return watch.look(created);
    }

    @Override
    public void close() throws DriverException {
        try {
            open.close();
        } finally {
            close(admin);
        }
    }
}

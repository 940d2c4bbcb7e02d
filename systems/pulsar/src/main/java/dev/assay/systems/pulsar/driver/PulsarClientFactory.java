package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.MessageListener;
import dev.assay.driver.Setting;
import dev.assay.driver.client.ClientIds;
import dev.assay.driver.client.ManyValues;
import dev.assay.driver.client.RetryWindow;
import dev.assay.model.setting.SettingGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.apache.pulsar.client.api.BatcherBuilder;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerEventListener;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionType;
import org.apache.pulsar.client.impl.ConsumerBuilderImpl;
import org.apache.pulsar.client.impl.ProducerBuilderImpl;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;
import org.jspecify.annotations.Nullable;

final class PulsarClientFactory {
    private final PulsarSettings settings;
    private final List<DedicatedClient> clientsOpened = new ArrayList<>();
    private final ManyValues clients = new ManyValues();
    private final ManyValues producers = new ManyValues();
    private final ManyValues consumers = new ManyValues();
    private final TreeMap<String, String> overrides = new TreeMap<>();

    /** @param first a client that is being closed already */
    PulsarClientFactory(PulsarSettings settings, DedicatedClient first) {
        this.settings = settings;
        clientsOpened.add(first);
    }

    PulsarMessageProducer producer(String topic, int partitions) throws DriverException {
        DedicatedClient dedicated = client("a producer of " + topic, partitions);
        try {
            ProducerBuilderImpl<byte[]> builder = (ProducerBuilderImpl<byte[]>) dedicated
                    .client()
                    .newProducer()
                    .loadConf(PulsarSettings.values(settings.producer()))
                    .topic(topic);
            if (settings.subscriptionType() == SubscriptionType.Key_Shared) {
                // Otherwise a whole batch goes to the consumer of its first key.
                builder.batcherBuilder(BatcherBuilder.KEY_BASED);
            }
            PulsarMessageProducer producer = new PulsarMessageProducer(dedicated, onceKnown(builder::create));
            note(SettingGroup.PRODUCER, builder.getConf(), new ProducerConfigurationData());
            return producer;
        } catch (PulsarClientException | RuntimeException e) {
            dedicated.close();
            throw PulsarFailures.failed("opening a producer of topic " + topic, e);
        }
    }

    record Subscription(String name, SubscriptionType type) {
        /** Returns whether its consumers take messages from the same partitions. */
        boolean shared() {
            return type == SubscriptionType.Shared || type == SubscriptionType.Key_Shared;
        }
    }

    PulsarMessageConsumer consumer(String topic, int partitions, Subscription subscription, MessageListener listener)
            throws DriverException {
        String name = "topic " + topic + " for subscription " + subscription.name();
        DedicatedClient dedicated = client("a consumer of " + name, partitions);
        try {
            ActivePartitions active = new ActivePartitions();
            Map<String, Object> values = new HashMap<>(PulsarSettings.values(settings.consumer()));
            values.put("consumerName", ClientIds.next("consumer"));
            ConsumerBuilderImpl<byte[]> builder = (ConsumerBuilderImpl<byte[]>) dedicated
                    .client()
                    .newConsumer()
                    .loadConf(values)
                    .topic(topic)
                    .subscriptionName(subscription.name());
            if (subscription.type() != settings.subscriptionType()) {
                builder.subscriptionType(subscription.type());
            }
            boolean takesTurns = subscription.type() == SubscriptionType.Failover;
            if (takesTurns) {
                // The client refuses a listener for active consumers where every consumer is active.
                builder.consumerEventListener(active);
            }
            Consumer<byte[]> consumer = onceKnown(builder::subscribe);
            note(SettingGroup.CONSUMER, builder.getConf(), new ConsumerConfigurationData<byte[]>());
            IntSupplier assigned = takesTurns ? active::count : () -> consumer.isConnected() ? partitions : 0;
            PulsarMessageConsumer receiving = new PulsarMessageConsumer(
                    name,
                    dedicated,
                    consumer,
                    listener,
                    new PulsarMessageConsumer.Holding(partitions, assigned, subscription.shared()));
            receiving.start();
            return receiving;
        } catch (PulsarClientException | RuntimeException e) {
            dedicated.close();
            throw PulsarFailures.failed("opening a consumer of " + name, e);
        }
    }

    private interface Opening<T> {
        T open() throws PulsarClientException;
    }

    /**
     * Opens a producer or consumer of a topic that has been created. A topic created at one broker reaches the others a moment later; until
     * then they answer that it does not exist (seen on a busy machine), so they are asked again for up to 10 s.
     */
    private static <T> T onceKnown(Opening<T> opening) throws PulsarClientException {
        RetryWindow again = new RetryWindow(Duration.ofSeconds(10), Duration.ofMillis(100));
        while (true) {
            try {
                return opening.open();
            } catch (PulsarClientException.TopicDoesNotExistException | PulsarClientException.NotFoundException e) {
                if (again.isOver() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                again.pause();
            }
        }
    }

    private DedicatedClient client(String of, int partitions) throws DriverException {
        PulsarClient client = PulsarClients.client(settings, partitions);
        DedicatedClient dedicated = new DedicatedClient(client, of);
        clientsOpened.add(dedicated);
        note(SettingGroup.CLIENT, ((PulsarClientImpl) client).getConfiguration(), new ClientConfigurationData());
        return dedicated;
    }

    /** Returns every one so far; closing one waits until its threads have ended. */
    List<AutoCloseable> clients() {
        return clientsOpened.stream().<AutoCloseable>map(one -> one::close).toList();
    }

    private void note(SettingGroup group, Object configuration, Object defaults) {
        Map<String, String> effective = ConfigurationFields.values(configuration);
        Map<String, String> usual = ConfigurationFields.values(defaults);
        Map<String, Setting> groupSettings;
        switch (group) {
            case CLIENT -> {
                clients.add(effective);
                groupSettings = settings.client();
            }
            case PRODUCER -> {
                producers.add(effective);
                groupSettings = settings.producer();
            }
            case CONSUMER -> {
                consumers.add(effective);
                groupSettings = settings.consumer();
            }
            case TOPIC -> throw new IllegalArgumentException("topics have no client's configuration");
            default -> throw new IllegalStateException();
        }
        effective.forEach((name, value) -> {
            if (!value.equals(usual.get(name))) {
                Setting setting = groupSettings.get(name);
                overrides.put(group + "." + name, setting == null ? derived(name) : setting.reason());
            }
        });
    }

    private static String derived(String name) {
        return switch (name) {
            case "operationTimeoutMs" -> "harness: opening so many partitions may take longer than the default";
            case "serviceUrl" -> "where the cluster is";
            case "topicName", "topicNames" -> "harness: the topic";
            case "subscriptionName" -> "harness: the subscription";
            case "consumerName" -> "harness: a name for each consumer";
            case "consumerEventListener" -> "harness: tells the driver which partitions a consumer holds";
            case "batcherBuilder" -> "harness: a batch of several keys would go to one consumer as a whole";
            default -> "the client derives it from other settings";
        };
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    Map<String, Map<String, String>> effective() {
        Map<String, String> client = clients.text();
        Map<String, String> producer = new TreeMap<>(producers.text());
        InFlightRoom inFlight = settings.inFlight();
        inFlight.lowerThan(PulsarSettings.PENDING, number(producer.get(PulsarSettings.PENDING)))
                .or(() -> inFlight.fullBefore(PulsarSettings.MEMORY, number(client.get(PulsarSettings.MEMORY))))
                .ifPresent(text -> producer.put(InFlightRoom.NAME, text));
        return Map.of("client", client, "producer", producer, "consumer", consumers.text());
    }

    Map<String, String> overrides() {
        return overrides;
    }

    /** Counts the partitions for which brokers report a consumer of a failover subscription as the active one. */
    private static final class ActivePartitions implements ConsumerEventListener {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // It is never serialized: the client only asks for the type.
        private final Set<Integer> active = ConcurrentHashMap.newKeySet();

        @Override
        public void becameActive(Consumer<?> consumer, int partition) {
            active.add(partition);
        }

        @Override
        public void becameInactive(Consumer<?> consumer, int partition) {
            active.remove(partition);
        }

        int count() {
            return active.size();
        }
    }
}

package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.Setting;
import dev.assay.driver.TopicSpec;
import dev.assay.model.unit.DurationText;
import dev.assay.systems.nats.JetStreamSettings;
import dev.assay.systems.nats.NatsSpec.Acknowledgement;
import io.nats.client.Connection;
import io.nats.client.ConsumeOptions;
import io.nats.client.ConsumerContext;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.MessageConsumer;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.support.JsonParseException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of one topic for one subscription: of the durable pull consumer that the subscription has at each stream, over a
 * connection and with a thread of its own.
 *
 * <p>A server delivers a message again that is not acknowledged within {@code ack_wait}, 30 s by default. So that a pause does not
 * make messages come twice, the client's own queue is emptied into this one's while it lasts, and the server is told from time to
 * time that work on these goes on. When the consumer is closed, they are given back at once.
 */
final class NatsMessageConsumer implements DriverConsumer {
    /** With {@link Acknowledgement#ALL}: for at most so many messages of a partition, or so long, there is one acknowledgement. */
    static final int ACKNOWLEDGE_AT_MOST = 100;

    static final Duration ACKNOWLEDGE_EVERY = Duration.ofMillis(100);

    /** A server's {@code ack_wait} where nothing is set. */
    private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

    /** Often enough within an {@code ack_wait}. */
    private static final int REMINDERS = 3;

    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(12);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);

    private final String name;
    private final String durable;
    private final Acknowledgement acknowledgement;
    private final MessageListener listener;
    private final Connection connection;
    private final JetStreamManagement management;
    private final ConsumeOptions options;
    private final Dispatcher dispatcher;
    private final List<Partition> partitions = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("nats-consumer-timer").factory());

    /** Whoever delivers has it. */
    private final ReentrantLock delivering = new ReentrantLock();

    /** What came during a pause, in order; whoever has the lock may use it. */
    private final Deque<Held> held = new ArrayDeque<>();

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean paused;
    private volatile boolean closing;

    /** A message that has come and not been delivered. */
    private record Held(Partition partition, Message message) {}

    /** What there is of one partition. */
    private static final class Partition {
        private final int number;
        private final String stream;
        private final ConsumerContext context;

        /** Everything up to there had been sent to others before this one began. */
        private final long sentBefore;

        private volatile @Nullable MessageConsumer pulling;

        /** The last that was delivered; written by whoever has the lock. */
        private volatile @Nullable Message last;

        private int unacknowledged;

        Partition(int number, String stream, ConsumerContext context, long sentBefore) {
            this.number = number;
            this.stream = stream;
            this.context = context;
            this.sentBefore = sentBefore;
        }

        /** The stream's sequence of the last message that was delivered here or sent before. */
        long position() {
            Message message = last;
            return message == null ? sentBefore : Math.max(sentBefore, message.metaData().streamSequence());
        }
    }

    private NatsMessageConsumer(
            String name,
            String durable,
            Acknowledgement acknowledgement,
            MessageListener listener,
            Connection connection,
            JetStreamManagement management,
            ConsumeOptions options) {
        this.name = name;
        this.durable = durable;
        this.acknowledgement = acknowledgement;
        this.listener = listener;
        this.connection = connection;
        this.management = management;
        this.options = options;
        this.dispatcher = connection.createDispatcher();
        // What the client holds is bounded by what it has asked for; beyond its own limits it would drop messages.
        dispatcher.setPendingLimits(-1, -1);
    }

    /** The name of a subscription's consumers at the servers, which take no dots, spaces, slashes and wildcards. */
    static String durable(String subscription) {
        return subscription.replaceAll("[.\\s*>/\\\\]", "_");
    }

    static NatsMessageConsumer open(
            TopicSpec topic, String subscription, MessageListener listener, Connections connections)
            throws DriverException {
        String name = "topic " + topic.name() + " for subscription " + subscription;
        NatsSettings settings = connections.settings();
        ConsumeOptions options = ConsumeOptions.builder()
                .batchSize(settings.prefetch())
                .thresholdPercent(settings.thresholdPercent())
                .expiresIn(settings.expiresMillis())
                .build();
        String durable = durable(subscription);
        ConsumerConfiguration configuration = configuration(durable, settings);
        Ended ended = new Ended(name, listener);
        Connection connection = connections.open("consumer", ended::ended);
        try {
            JetStreamManagement management = connection.jetStreamManagement(Connections.JET_STREAM);
            NatsMessageConsumer consumer = new NatsMessageConsumer(
                    name, durable, settings.acknowledgement(), listener, connection, management, options);
            ended.consumer = consumer;
            consumer.start(topic, configuration, reminderEvery(settings));
            return consumer;
        } catch (IOException | JetStreamApiException | RuntimeException e) {
            NatsDriver.close(connection);
            throw NatsFailures.failed("opening a consumer of " + name, e);
        }
    }

    /** Passes on why a consumer can't go on, unless it was closed. */
    private static final class Ended {
        private final String name;
        private final MessageListener listener;
        private volatile @Nullable NatsMessageConsumer consumer;

        Ended(String name, MessageListener listener) {
            this.name = name;
            this.listener = listener;
        }

        void ended(String reason) {
            NatsMessageConsumer current = consumer;
            if (current != null && !current.closed.get()) {
                listener.onError(new DriverException("consuming " + name + " failed: " + reason));
            }
        }
    }

    private static ConsumerConfiguration configuration(String durable, NatsSettings settings) throws DriverException {
        Map<String, String> json = new TreeMap<>();
        json.put("durable_name", NatsTopics.quoted(durable));
        json.put("name", NatsTopics.quoted(durable));
        json.put("ack_policy", NatsTopics.quoted(settings.acknowledgement().toString()));
        json.put("deliver_policy", NatsTopics.quoted("all"));
        settings.consumer()
                .forEach((setting, value) ->
                        json.put(setting, JetStreamSettings.CONSUMER.json(setting, value.value())));
        try {
            return ConsumerConfiguration.builder()
                    .json(NatsTopics.object(json))
                    .build();
        } catch (JsonParseException | IllegalArgumentException e) {
            throw NatsFailures.failed("configuring the consumer " + durable, e);
        }
    }

    private static Duration reminderEvery(NatsSettings settings) {
        Setting chosen = settings.consumer().get("ack_wait");
        Duration wait = chosen == null ? USUAL_WAIT : DurationText.parse(chosen.value());
        Duration every = wait.dividedBy(REMINDERS);
        return every.isPositive() ? every : Duration.ofMillis(1);
    }

    private void start(TopicSpec topic, ConsumerConfiguration configuration, Duration reminderEvery)
            throws IOException, JetStreamApiException {
        for (int number = 0; number < topic.partitions(); number++) {
            String stream = NatsTopics.stream(topic, number);
            ConsumerInfo info = management.addOrUpdateConsumer(stream, configuration);
            partitions.add(new Partition(
                    number,
                    stream,
                    connection.getConsumerContext(stream, durable, Connections.JET_STREAM),
                    info.getDelivered().getStreamSequence()));
        }
        for (Partition partition : partitions) {
            pull(partition);
        }
        ScheduledFuture<?> _ = timer.scheduleWithFixedDelay(
                this::remind, reminderEvery.toNanos(), reminderEvery.toNanos(), TimeUnit.NANOSECONDS);
        if (acknowledgement == Acknowledgement.ALL) {
            long millis = ACKNOWLEDGE_EVERY.toMillis();
            ScheduledFuture<?> _ =
                    timer.scheduleWithFixedDelay(this::acknowledgeAll, millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    private void pull(Partition partition) throws IOException, JetStreamApiException {
        partition.pulling =
                partition.context.consume(options, dispatcher, message -> received(new Held(partition, message)));
    }

    /** On the dispatcher's thread. While it holds that up, the client asks the server for nothing more. */
    private void received(Held next) {
        delivering.lock();
        try {
            deliverHeld();
            if (paused || closing) {
                held.add(next);
            } else {
                deliver(next);
            }
        } finally {
            delivering.unlock();
        }
    }

    private void deliverHeld() {
        while (!paused && !closing && !held.isEmpty()) {
            deliver(held.remove());
        }
    }

    private void deliver(Held next) {
        Partition partition = next.partition;
        Message message = next.message;
        byte[] payload = message.getData();
        listener.onMessage(partition.number, payload, 0, payload.length, System.nanoTime());
        partition.last = message;
        switch (acknowledgement) {
            case EXPLICIT -> message.ack();
            case ALL -> {
                if (++partition.unacknowledged >= ACKNOWLEDGE_AT_MOST) {
                    acknowledge(partition);
                }
            }
            case NONE -> {
                // The server considers it done.
            }
        }
    }

    private static void acknowledge(Partition partition) {
        Message last = partition.last;
        if (last != null && partition.unacknowledged > 0) {
            last.ack();
            partition.unacknowledged = 0;
        }
    }

    private void acknowledgeAll() {
        if (delivering.tryLock()) {
            try {
                partitions.forEach(NatsMessageConsumer::acknowledge);
            } finally {
                delivering.unlock();
            }
        }
    }

    /** What is held is not to be delivered again meanwhile. */
    private void remind() {
        if (acknowledgement != Acknowledgement.NONE && delivering.tryLock()) {
            try {
                held.forEach(each -> each.message.inProgress());
            } finally {
                delivering.unlock();
            }
        }
    }

    @Override
    public int assignedPartitions() {
        return closed.get() ? 0 : partitions.size();
    }

    /** Each takes what the servers give it of any partition. */
    @Override
    public boolean sharesPartitions() {
        return true;
    }

    /**
     * Leaders are asked, of the stream and of the consumer, each by itself: everything was sent, nothing of it waits for an
     * acknowledgement, and what needs none has been delivered.
     */
    @Override
    public boolean atEnd() throws DriverException {
        for (Partition partition : partitions) {
            try {
                long end = management
                        .getStreamInfo(partition.stream)
                        .getStreamState()
                        .getLastSequence();
                ConsumerInfo consumer = management.getConsumerInfo(partition.stream, durable);
                long sent = consumer.getDelivered().getStreamSequence();
                if (sent < end || consumer.getNumPending() > 0 || consumer.getNumAckPending() > 0) {
                    return false;
                }
                if (acknowledgement == Acknowledgement.NONE && partition.position() < sent) {
                    return false;
                }
            } catch (IOException | JetStreamApiException | IllegalStateException e) {
                throw NatsFailures.failed("asking where the stream " + partition.stream + " ends", e);
            }
        }
        return true;
    }

    /** What the client has asked for still comes, and is held. */
    @Override
    public void pause() {
        paused = true;
        for (Partition partition : partitions) {
            MessageConsumer pulling = partition.pulling;
            if (pulling != null) {
                pulling.stop();
            }
        }
    }

    @Override
    public void resume() {
        if (!paused || closed.get()) {
            return;
        }
        paused = false;
        try {
            for (Partition partition : partitions) {
                pull(partition);
            }
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            listener.onError(NatsFailures.failed("resuming " + name, e));
        }
        timer.execute(() -> {
            delivering.lock();
            try {
                deliverHeld();
            } finally {
                delivering.unlock();
            }
        });
    }

    /** What was delivered is acknowledged, and what was not is given back, so that the next consumer gets it at once. */
    @Override
    public void close() throws DriverException {
        if (closed.getAndSet(true)) {
            return;
        }
        closing = true;
        timer.shutdownNow();
        try {
            if (!delivering.tryLock(DELIVERY_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new DriverException("the consumer of " + name + " did not end within "
                        + DELIVERY_LIMIT.toSeconds() + " s: a delivery is blocked");
            }
            delivering.unlock();
            leave();
        } catch (InterruptedException e) {
            throw NatsFailures.failed("closing the consumer of " + name, e);
        } finally {
            NatsDriver.close(connection);
        }
    }

    /** Nothing is delivered any more: what comes until the servers know that nobody listens is held. */
    private void leave() throws InterruptedException {
        partitions.forEach(NatsMessageConsumer::acknowledge);
        try {
            dispatcher.drain(DRAIN_LIMIT).get(2 * DRAIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            giveBack();
            connection.flush(DRAIN_LIMIT);
        } catch (ExecutionException | TimeoutException | IllegalStateException _) {
            // The servers are not there: they find out by themselves, and deliver again what was not acknowledged.
        }
        for (Partition partition : partitions) {
            MessageConsumer pulling = partition.pulling;
            if (pulling != null) {
                end(pulling);
            }
        }
    }

    private void giveBack() {
        if (acknowledgement == Acknowledgement.NONE) {
            return;
        }
        delivering.lock();
        try {
            held.forEach(each -> each.message.nak());
            held.clear();
        } finally {
            delivering.unlock();
        }
    }

    /** Ends its timer; the subscription has gone with the dispatcher. */
    private static void end(MessageConsumer pulling) {
        try {
            pulling.close();
        } catch (Exception _) {
            // Nothing of it is left but its timer, which ends with the connection as well.
        }
    }
}

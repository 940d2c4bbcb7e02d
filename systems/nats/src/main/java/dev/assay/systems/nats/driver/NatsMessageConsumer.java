package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.Setting;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.unit.DurationText;
import dev.assay.systems.nats.JetStreamSettings;
import dev.assay.systems.nats.NatsSpec.Acknowledgement;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.support.JsonParseException;
import io.nats.client.support.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Consumes one topic for one subscription by the durable pull consumer that the subscription has at each stream, over a connection and with
 * a thread of its own.
 *
 * <p>A server delivers a message again that is not acknowledged within {@code ack_wait}, 30 s by default. So that a pause makes no
 * duplicates, messages that still come while it lasts are held here, and the server is reminded from time to time that work on them
 * continues. When the consumer is closed, they are given back at once. The client's own {@code consume} allows for neither: it drops the
 * messages queued when it is stopped, which come again only after {@code ack_wait}.
 */
final class NatsMessageConsumer implements DriverConsumer {
    /** The number of messages of a partition after which one acknowledgement is sent for all, with {@link Acknowledgement#ALL}. */
    static final int ACKNOWLEDGE_AT_MOST = 100;

    static final Duration ACKNOWLEDGE_EVERY = Duration.ofMillis(100);

    /** The server's default of {@code ack_wait}. */
    private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

    /** Reminders within an {@code ack_wait}. */
    private static final int REMINDERS = 3;

    /** Begins the server's reports of pulls that exceed one of its limits, such as that of pulls that wait. */
    private static final String REFUSED = "409 Exceeded ";

    private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(12);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);

    private final String name;
    private final String durable;
    private final Acknowledgement acknowledgement;
    private final MessageListener listener;
    private final Connection connection;
    private final JetStreamManagement management;
    private final Dispatcher dispatcher;
    private final long expiresMillis;
    private final long remindNanos;
    private final List<Partition> partitions = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("nats-consumer-timer").factory());

    /** Held while messages are delivered or asked for. */
    private final ReentrantLock delivering = new ReentrantLock();

    /** Messages that came during a pause, in order; guarded by {@link #delivering}. */
    private final Deque<Held> held = new ArrayDeque<>();

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean paused;
    private volatile boolean closing;
    private long remindedNanos = System.nanoTime();

    private record Held(Partition partition, Message message) {}

    /** Holds the state of one partition; guarded by {@link #delivering}. */
    private static final class Partition {
        private final int number;
        private final String stream;

        /** The stream's sequence up to which messages had been sent to other consumers before this one began. */
        private final long sentBefore;

        private final Pulls pulls;
        private @Nullable JetStreamSubscription subscription;
        private int held;
        private int unacknowledged;

        /** The last message delivered; any thread may read it. */
        private volatile @Nullable Message last;

        Partition(int number, String stream, long sentBefore, Pulls pulls) {
            this.number = number;
            this.stream = stream;
            this.sentBefore = sentBefore;
            this.pulls = pulls;
        }

        /** Returns the stream's sequence of the last message that was delivered here or sent before. */
        long position() {
            Message message = last;
            return message == null
                    ? sentBefore
                    : Math.max(sentBefore, message.metaData().streamSequence());
        }
    }

    private NatsMessageConsumer(
            String name,
            String durable,
            NatsSettings settings,
            MessageListener listener,
            Connection connection,
            JetStreamManagement management)
            throws DriverException {
        this.name = name;
        this.durable = durable;
        this.acknowledgement = settings.acknowledgement();
        this.listener = listener;
        this.connection = connection;
        this.management = management;
        this.expiresMillis = settings.expiresMillis();
        this.remindNanos = remindEvery(settings).toNanos();
        this.dispatcher = connection.createDispatcher();
        // The client's queue is bounded by the messages asked for; beyond its own limits it would drop some.
        dispatcher.setPendingLimits(-1, -1);
    }

    /** Returns the name of a subscription's consumers at the servers, which accept no dots, spaces, slashes and wildcards. */
    static String durable(String subscription) {
        return subscription.replaceAll("[.\\s*>/\\\\]", "_");
    }

    /** @param without partitions from which it does not pull */
    static NatsMessageConsumer open(
            TopicSpec topic,
            Set<Integer> without,
            String subscription,
            MessageListener listener,
            Connections connections)
            throws DriverException {
        String name = "topic " + topic.name() + " for subscription " + subscription;
        NatsSettings settings = connections.settings();
        String durable = durable(subscription);
        ConsumerConfiguration configuration = configuration(durable, settings);
        ConsumerEvents events = new ConsumerEvents(name, listener);
        Connection connection = connections.open("consumer", events);
        try {
            NatsMessageConsumer consumer = new NatsMessageConsumer(
                    name,
                    durable,
                    settings,
                    listener,
                    connection,
                    connection.jetStreamManagement(Connections.JET_STREAM));
            events.consumer = consumer;
            consumer.start(topic, without, configuration, settings);
            return consumer;
        } catch (IOException | JetStreamApiException | RuntimeException e) {
            NatsDriver.close(connection);
            throw NatsFailures.failed("opening a consumer of " + name, e);
        } catch (DriverException e) {
            NatsDriver.close(connection);
            throw e;
        }
    }

    /** Passes the client's notices to a consumer, which is created a moment after its connection. */
    private static final class ConsumerEvents implements Connections.Events {
        private final String name;
        private final MessageListener listener;
        private volatile @Nullable NatsMessageConsumer consumer;

        ConsumerEvents(String name, MessageListener listener) {
            this.name = name;
            this.listener = listener;
        }

        @Override
        public void ended(String reason) {
            NatsMessageConsumer current = consumer;
            if (current != null && !current.closed.get()) {
                listener.onError(new DriverException("consuming " + name + " failed: " + reason));
            }
        }

        @Override
        public void pullOver(JetStreamSubscription subscription, Status status) {
            NatsMessageConsumer current = consumer;
            if (current != null && !current.closed.get()) {
                current.pullOver(subscription, status);
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
                .forEach(
                        (setting, value) -> json.put(setting, JetStreamSettings.CONSUMER.json(setting, value.value())));
        try {
            return ConsumerConfiguration.builder().json(NatsTopics.object(json)).build();
        } catch (JsonParseException | IllegalArgumentException e) {
            throw NatsFailures.failed("configuring the consumer " + durable, e);
        }
    }

    private static Duration remindEvery(NatsSettings settings) {
        Setting chosen = settings.consumer().get("ack_wait");
        Duration wait = chosen == null ? USUAL_WAIT : DurationText.parse(chosen.value());
        return wait.dividedBy(REMINDERS);
    }

    private void start(
            TopicSpec topic, Set<Integer> without, ConsumerConfiguration configuration, NatsSettings settings)
            throws IOException, JetStreamApiException {
        JetStream jetStream = connection.jetStream(Connections.JET_STREAM);
        long lifeNanos = TimeUnit.MILLISECONDS.toNanos(expiresMillis);
        delivering.lock();
        try {
            for (int number = 0; number < topic.partitions(); number++) {
                if (without.contains(number)) {
                    continue;
                }
                String stream = NatsTopics.stream(topic, number);
                ConsumerInfo info = management.addOrUpdateConsumer(stream, configuration);
                Partition partition = new Partition(
                        number,
                        stream,
                        info.getDelivered().getStreamSequence(),
                        new Pulls(settings.prefetch(), settings.thresholdPercent(), lifeNanos));
                partition.subscription = jetStream.subscribe(
                        null,
                        dispatcher,
                        message -> received(new Held(partition, message)),
                        PullSubscribeOptions.fastBind(stream, durable));
                partitions.add(partition);
            }
            partitions.forEach(this::pull);
        } finally {
            delivering.unlock();
        }
        long millis = ACKNOWLEDGE_EVERY.toMillis();
        ScheduledFuture<?> _ = timer.scheduleWithFixedDelay(this::tick, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Asks for as many messages as there is room for. */
    private void pull(Partition partition) {
        JetStreamSubscription subscription = partition.subscription;
        int messages = paused || closing ? 0 : partition.pulls.wanted(partition.held);
        if (messages == 0 || subscription == null) {
            return;
        }
        try {
            long nanoTime = System.nanoTime();
            subscription.pull(PullRequestOptions.builder(messages)
                    .expiresIn(expiresMillis)
                    .build());
            partition.pulls.ask(messages, nanoTime);
        } catch (IllegalStateException _) {
            // There is no connection, and too much waits for one: the next tick tries again.
        }
    }

    /** Delivers or holds a message, on the dispatcher's thread. While that is blocked, the server is asked for nothing more. */
    private void received(Held next) {
        delivering.lock();
        try {
            next.partition.pulls.received();
            deliverHeld();
            if (paused || closing) {
                held.add(next);
                next.partition.held++;
            } else {
                deliver(next);
                pull(next.partition);
            }
        } finally {
            delivering.unlock();
        }
    }

    private void deliverHeld() {
        while (!paused && !closing && !held.isEmpty()) {
            Held next = held.remove();
            next.partition.held--;
            deliver(next);
        }
    }

    private void deliver(Held next) {
        Partition partition = next.partition;
        Message message = next.message;
        byte[] payload = message.getData();
        if (message.metaData().deliveredCount() > 1) {
            listener.onRedelivery(partition.number, payload, 0, payload.length, System.nanoTime());
        } else {
            listener.onMessage(partition.number, payload, 0, payload.length, System.nanoTime());
        }
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

    /** Ends a pull that a server has declared over; called on a thread of the client's. */
    private void pullOver(JetStreamSubscription subscription, Status status) {
        // With these codes only one pull is over, as its time was up; with others all are, unless one was refused.
        boolean timeout = status.getCode() == 404 || status.getCode() == 408;
        boolean refused = status.getMessageWithCode().startsWith(REFUSED);
        if (!timeout) {
            listener.onFailure(
                    FailedOperation.RECEIVE,
                    new Failure(
                            FailureClass.CANCELLED,
                            String.valueOf(status.getCode()),
                            "the server has given up a pull: " + status.getMessageWithCode()));
        }
        try {
            timer.execute(() -> {
                delivering.lock();
                try {
                    for (Partition partition : partitions) {
                        if (partition.subscription == subscription) {
                            if (timeout) {
                                partition.pulls.over(System.nanoTime());
                                pull(partition);
                            } else if (refused) {
                                partition.pulls.refused();
                            } else {
                                partition.pulls.allOver();
                            }
                        }
                    }
                } finally {
                    delivering.unlock();
                }
            });
        } catch (RejectedExecutionException _) {
            // It is being closed.
        }
    }

    /** Pulls anew after forgotten pulls, acknowledges gathered messages, and reminds the server of held ones; called ten times a second. */
    private void tick() {
        if (!delivering.tryLock()) {
            return;
        }
        try {
            long now = System.nanoTime();
            for (Partition partition : partitions) {
                partition.pulls.look(now);
                pull(partition);
                acknowledge(partition);
            }
            if (now - remindedNanos > remindNanos) {
                remindedNanos = now;
                if (acknowledgement != Acknowledgement.NONE) {
                    held.forEach(each -> each.message.inProgress());
                }
            }
        } catch (IllegalStateException _) {
            // There is no connection: the next tick tries again.
        } finally {
            delivering.unlock();
        }
    }

    @Override
    public int assignedPartitions() {
        return closed.get() ? 0 : partitions.size();
    }

    /** Returns true: each consumer takes from any partition what the servers give it. */
    @Override
    public boolean sharesPartitions() {
        return true;
    }

    /**
     * Asks the leaders of each stream and of its consumer: everything was sent, nothing of it waits for an acknowledgement, and messages
     * that need none have been delivered.
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

    /** Pauses deliveries; messages asked for still come, and are held. */
    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
        try {
            timer.execute(() -> {
                delivering.lock();
                try {
                    deliverHeld();
                    partitions.forEach(this::pull);
                } finally {
                    delivering.unlock();
                }
            });
        } catch (RejectedExecutionException _) {
            // It is closed.
        }
    }

    /** Acknowledges delivered messages and gives back the others, so that the next consumer gets them at once. */
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

    /** Drains the dispatcher without delivering: messages that come until the servers know that nobody listens are held. */
    private void leave() throws InterruptedException {
        try {
            dispatcher.drain(DRAIN_LIMIT).get(2 * DRAIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            delivering.lock();
            try {
                partitions.forEach(NatsMessageConsumer::acknowledge);
                if (acknowledgement != Acknowledgement.NONE) {
                    held.forEach(each -> each.message.nak());
                }
                held.clear();
            } finally {
                delivering.unlock();
            }
            connection.flush(DRAIN_LIMIT);
        } catch (ExecutionException | TimeoutException | IllegalStateException _) {
            // The servers are not there: they deliver again what was not acknowledged, once they are.
        }
    }
}

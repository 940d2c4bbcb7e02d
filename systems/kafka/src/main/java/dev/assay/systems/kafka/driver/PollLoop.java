package dev.assay.systems.kafka.driver;

import dev.assay.driver.MessageListener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Polls one consumer and delivers, on the one thread that may use the client. Other threads only leave wishes. */
final class PollLoop implements PollThread.Loop, ConsumerRebalanceListener {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final byte[] EMPTY = {};

    private final String topic;
    private final String name;
    private final Consumer<ByteBuffer, ByteBuffer> client;
    private final MessageListener listener;
    private final Set<TopicPartition> held = new HashSet<>();
    private boolean pausedNow;
    private volatile int assigned;
    private volatile boolean pauseWanted;
    private volatile boolean stopping;
    /** By partition, the offset of the next message; only once somebody has asked, as looking them up takes time. */
    private final Map<Integer, Long> positions = new ConcurrentHashMap<>();

    private volatile boolean positionsWanted;
    private volatile @Nullable Throwable closeFailure;

    PollLoop(String topic, String subscription, Consumer<ByteBuffer, ByteBuffer> client, MessageListener listener) {
        this.topic = topic;
        this.name = "topic " + topic + " for subscription " + subscription;
        this.client = client;
        this.listener = listener;
    }

    @Override
    public void run() {
        try {
            client.subscribe(List.of(topic), this);
            while (!stopping) {
                applyPause();
                deliver(PollThread.retrying(() -> client.poll(POLL), () -> stopping));
                if (positionsWanted) {
                    notePositions();
                }
            }
        } catch (WakeupException | InterruptException e) {
            reportUnlessStopping(e);
        } catch (RuntimeException | Error e) {
            report(e);
        } finally {
            closeClient();
        }
    }

    int assigned() {
        return assigned;
    }

    /** What the client counts, by name; any thread may ask. */
    Map<MetricName, ? extends Metric> metrics() {
        return client.metrics();
    }

    /**
     * Up to where each partition has been delivered, by its number, as far as that is known; what was delivered just now may be
     * missing. Any thread may ask, again and again.
     */
    Map<Integer, Long> positions() {
        positionsWanted = true;
        return Map.copyOf(positions);
    }

    private void notePositions() {
        for (TopicPartition partition : held) {
            try {
                positions.put(partition.partition(), client.position(partition, Duration.ZERO));
            } catch (RetriableException _) {
                positions.remove(partition.partition()); // Not known yet, or not any more.
            }
        }
    }

    void wantPaused(boolean wanted) {
        pauseWanted = wanted;
    }

    @Override
    public void stop() {
        stopping = true;
        client.wakeup();
    }

    @Override
    @Nullable
    public Throwable closeFailure() {
        return closeFailure;
    }

    /**
     * Each message is received when this thread takes it up, as from clients that deliver one by one: what one before it in the poll
     * cost its consumer is part of its latency.
     *
     * <p>On stopping and pausing, positions go back to the first message not delivered: what is committed on closing is right,
     * and what a poll brings that was under way when the pause was asked for comes after it.
     */
    private void deliver(ConsumerRecords<ByteBuffer, ByteBuffer> records) {
        for (TopicPartition partition : records.partitions()) {
            for (ConsumerRecord<ByteBuffer, ByteBuffer> message : records.records(partition)) {
                if (stopping || (pauseWanted && !pausedNow)) {
                    client.seek(partition, message.offset());
                    break;
                }
                hand(listener, partition.partition(), message.value(), false);
            }
        }
    }

    /**
     * Gives a message to the listener, as received now. Where the client keeps messages in arrays, as it does today, they are read in place.
     *
     * @param redelivered whether the system says that it has delivered it before
     */
    static void hand(MessageListener listener, int partition, @Nullable ByteBuffer value, boolean redelivered) {
        long receivedNanos = System.nanoTime();
        byte[] buffer;
        int offset = 0;
        if (value != null && value.hasArray()) {
            buffer = value.array();
            offset = value.arrayOffset() + value.position();
        } else {
            buffer = value == null ? EMPTY : Utils.toArray(value);
        }
        int length = value == null ? 0 : value.remaining();
        if (redelivered) {
            listener.onRedelivery(partition, buffer, offset, length, receivedNanos);
        } else {
            listener.onMessage(partition, buffer, offset, length, receivedNanos);
        }
    }

    private void applyPause() {
        boolean wanted = pauseWanted;
        if (wanted != pausedNow) {
            if (wanted) {
                client.pause(client.assignment());
            } else {
                client.resume(client.paused());
            }
            pausedNow = wanted;
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        held.addAll(partitions);
        assigned = held.size();
        if (pausedNow) {
            client.pause(partitions);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        held.removeAll(partitions);
        partitions.forEach(partition -> positions.remove(partition.partition()));
        assigned = held.size();
    }

    private void reportUnlessStopping(RuntimeException cause) {
        if (!stopping) {
            report(cause);
        }
    }

    private void report(Throwable cause) {
        listener.onError(KafkaFailures.failed("consuming " + name, cause));
    }

    /** The form without a duration takes 30 s; the newer form with options is not in 3.9. */
    @SuppressWarnings("deprecation")
    private void closeClient() {
        try {
            client.close(CLOSE_LIMIT);
        } catch (RuntimeException e) {
            closeFailure = e;
        }
        assigned = 0;
    }
}

package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.model.failure.FailureClass;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

final class KafkaMessageConsumer extends KafkaPollingConsumer implements ConsumerRebalanceListener {
    private final PartitionEnds ends;
    private final String topic;
    private final Consumer<ByteBuffer, ByteBuffer> client;
    private final boolean commitsEachPoll;
    /** Failure that ends the consumer with its next poll. */
    private @Nullable Exception commitFailure;

    private final Set<TopicPartition> held = new HashSet<>();
    private final MessageListener listener;
    private final long maxPollNanos;
    private boolean paused;
    private long polledNanos = System.nanoTime();

    /** The time between the beginnings of the last two polls. */
    private long betweenPollsNanos;

    private volatile int assigned;
    /** The offset of the next message by partition; looked up only once it has been asked for, since that takes time. */
    private final Map<Integer, Long> positions = new ConcurrentHashMap<>();

    private volatile boolean positionsWanted;

    KafkaMessageConsumer(
            PartitionEnds ends,
            String topic,
            String subscription,
            Consumer<ByteBuffer, ByteBuffer> client,
            boolean commitsEachPoll,
            Duration maxPollInterval,
            MessageListener listener) {
        super(topic, subscription, listener);
        this.listener = listener;
        this.maxPollNanos = maxPollInterval.toNanos();
        this.ends = ends;
        this.topic = topic;
        this.client = client;
        this.commitsEachPoll = commitsEachPoll;
    }

    static KafkaMessageConsumer open(
            PartitionEnds ends,
            String topic,
            String subscription,
            Map<String, Object> settings,
            boolean commitsEachPoll,
            MessageListener listener)
            throws DriverException {
        KafkaMessageConsumer consumer = new KafkaMessageConsumer(
                ends,
                topic,
                subscription,
                client(topic, () -> new KafkaConsumer<>(settings)),
                commitsEachPoll,
                maxPollInterval(settings),
                listener);
        consumer.start();
        return consumer;
    }

    private static Duration maxPollInterval(Map<String, Object> settings) {
        Object value = settings.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        Object effective = value == null
                ? ConsumerConfig.configDef().defaultValues().get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG)
                : value;
        return Duration.ofMillis(Long.parseLong(String.valueOf(effective).strip()));
    }

    @Override
    protected void subscribe() {
        client.subscribe(List.of(topic), this);
    }

    @Override
    protected void take() {
        long now = System.nanoTime();
        betweenPollsNanos = now - polledNanos;
        polledNanos = now;
        Map<TopicPartition, OffsetAndMetadata> delivered = deliver(retrying(() -> client.poll(POLL)));
        if (commitFailure != null) {
            throw new KafkaException("an offset could not be committed", commitFailure);
        }
        if (commitsEachPoll && !delivered.isEmpty()) {
            client.commitAsync(delivered, (_, failure) -> committed(failure));
        }
        if (positionsWanted) {
            notePositions();
        }
    }

    /**
     * Delivers messages, each of which counts as received when this thread takes it up, as from clients that deliver one by one: the time
     * that messages before it in the poll took is part of its latency.
     *
     * <p>On stopping and pausing, positions go back to the first message not delivered: so commits on closing are right, and messages of a
     * poll that was under way come after the pause.
     *
     * @return the next offset of each partition of which something was delivered
     */
    private Map<TopicPartition, OffsetAndMetadata> deliver(ConsumerRecords<ByteBuffer, ByteBuffer> records) {
        Map<TopicPartition, OffsetAndMetadata> delivered = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            long next = -1;
            for (ConsumerRecord<ByteBuffer, ByteBuffer> message : records.records(partition)) {
                if (!delivers()) {
                    client.seek(partition, message.offset());
                    break;
                }
                hand(partition.partition(), message.value(), false);
                next = message.offset() + 1;
            }
            if (next >= 0) {
                delivered.put(partition, new OffsetAndMetadata(next));
            }
        }
        return delivered;
    }

    /**
     * Ends the consumer after a failed commit, unless it came too late for the group or may be repeated: as where the client commits by
     * itself, such a failure is only reported, the next commit covers it, and the ledger counts messages delivered again until then. A
     * rebalance in the way is no failure, as it is reported by itself.
     */
    private void committed(@Nullable Exception failure) {
        if (failure instanceof RetriableException || failure instanceof CommitFailedException) {
            listener.onFailure(FailedOperation.ACKNOWLEDGE, KafkaFailures.failure(failure));
        } else if (failure != null && !(failure instanceof RebalanceInProgressException)) {
            commitFailure = failure;
        }
    }

    @Override
    protected void pauseClient() {
        client.pause(client.assignment());
        paused = true;
    }

    @Override
    protected void resumeClient() {
        client.resume(client.paused());
        paused = false;
    }

    /** Continues to poll, without which the group would take the consumer's partitions away. */
    @Override
    protected void waitPaused() {
        take();
    }

    @Override
    protected void wakeClient() {
        client.wakeup();
    }

    /** Closes by the older form, since the newer one with options is not in 3.9. */
    @Override
    @SuppressWarnings("deprecation")
    protected void closeClient() {
        try {
            client.close(CLIENT_CLOSE_LIMIT);
        } finally {
            assigned = 0;
        }
    }

    @Override
    public int assignedPartitions() {
        return assigned;
    }

    /** Returns the client's metrics; any thread may call. */
    Map<MetricName, ? extends Metric> metrics() {
        return client.metrics();
    }

    @Override
    public boolean atEnd() throws DriverException {
        Map<Integer, Long> read = ends.read();
        Map<Integer, Long> reached = positions();
        return read.entrySet().stream().allMatch(end -> reached.getOrDefault(end.getKey(), -1L) >= end.getValue());
    }

    /**
     * Returns the offset up to which each partition is known to be delivered, by its number; the most recent messages may be missing. Any
     * thread may call, repeatedly.
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
                positions.remove(partition.partition()); // It is not known yet, or not any more.
            }
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        held.addAll(partitions);
        assigned = held.size();
        if (paused) {
            client.pause(partitions);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        if (!partitions.isEmpty() && !isStopping()) {
            String message = "the group has moved %d partitions".formatted(partitions.size());
            listener.onFailure(
                    FailedOperation.RECEIVE, new Failure(FailureClass.REBALANCED, "partitions revoked", message));
        }
        withdraw(partitions);
    }

    /** Gives up partitions without committing: other consumers have them already, and begin at the last commit. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        if (!partitions.isEmpty() && !isStopping()) {
            listener.onFailure(FailedOperation.RECEIVE, expelled(partitions.size()));
        }
        withdraw(partitions);
    }

    private Failure expelled(int partitions) {
        boolean late = betweenPollsNanos > maxPollNanos;
        String setting = late ? ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG : ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
        String why = late
                ? "%d ms lay between two polls of a consumer, more than %s = %d"
                        .formatted(betweenPollsNanos / 1_000_000, setting, maxPollNanos / 1_000_000)
                : "the group had not heard from a consumer for " + setting + ", or its coordinator did not know it";
        return new Failure(
                FailureClass.EXPELLED, setting, why + ": " + partitions + " partitions were given to others");
    }

    private void withdraw(Collection<TopicPartition> partitions) {
        held.removeAll(partitions);
        partitions.forEach(partition -> positions.remove(partition.partition()));
        assigned = held.size();
    }
}

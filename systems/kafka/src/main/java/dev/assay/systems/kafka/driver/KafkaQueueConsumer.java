package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.failure.FailedOperation;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.clients.admin.ShareMemberDescription;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Delivers and acknowledges messages one by one, as a member of a share group with a client of its own. Clients before 4.2 lack the
 * classes, so only this class names them.
 *
 * <p>Such a client can't pause, and messages fetched are locked for it for a while only: then the brokers would give them to others, and
 * they would come twice. So a member that is to pause gives everything back, leaves the group, and joins it again afterwards.
 */
final class KafkaQueueConsumer extends KafkaPollingConsumer {
    /** The interval at which other drivers send acknowledgements, too. */
    private static final Duration ACKNOWLEDGE_EVERY = Duration.ofMillis(100);

    private final Admin admin;
    private final TopicSpec topic;
    private final String group;
    private final String clientId;
    private final MessageListener listener;
    private final ShareConsumer<ByteBuffer, ByteBuffer> client;
    private final AtomicBoolean asking = new AtomicBoolean();
    private long acknowledgedNanos = System.nanoTime();
    private volatile boolean assigned;

    /** @param admin reads the group's assignment; it stays the caller's */
    KafkaQueueConsumer(
            Admin admin,
            TopicSpec topic,
            String group,
            String clientId,
            ShareConsumer<ByteBuffer, ByteBuffer> client,
            MessageListener listener) {
        super(topic.name(), group, listener);
        this.admin = admin;
        this.topic = topic;
        this.group = group;
        this.clientId = clientId;
        this.client = client;
        this.listener = listener;
        client.setAcknowledgementCommitCallback((_, failure) -> {
            if (failure != null && !isStopping()) {
                listener.onFailure(FailedOperation.ACKNOWLEDGE, KafkaFailures.failure(failure));
            }
        });
    }

    static KafkaQueueConsumer open(
            Admin admin, TopicSpec topic, String group, Map<String, Object> settings, MessageListener listener)
            throws DriverException {
        KafkaQueueConsumer consumer = new KafkaQueueConsumer(
                admin,
                topic,
                group,
                String.valueOf(settings.get("client.id")),
                client(topic.name(), () -> new KafkaShareConsumer<>(settings)),
                listener);
        consumer.start();
        return consumer;
    }

    @Override
    protected void subscribe() {
        client.subscribe(List.of(topic.name()));
    }

    /** Gives messages of a poll back to the group when the end or a pause is asked for, so that other members get them. */
    @Override
    protected void take() {
        for (ConsumerRecord<ByteBuffer, ByteBuffer> message : retrying(() -> client.poll(POLL))) {
            if (!delivers()) {
                client.acknowledge(message, AcknowledgeType.RELEASE);
                continue;
            }
            boolean redelivered = message.deliveryCount().orElse((short) 1) > 1;
            hand(message.partition(), message.value(), redelivered);
            client.acknowledge(message, AcknowledgeType.ACCEPT);
            sendAcknowledgements();
        }
    }

    /** Sends acknowledgements now: the next poll would, too, but may come much later where each message takes its time. */
    private void sendAcknowledgements() {
        long now = System.nanoTime();
        if (now - acknowledgedNanos > ACKNOWLEDGE_EVERY.toNanos()) {
            acknowledgedNanos = now;
            client.commitAsync();
        }
    }

    @Override
    protected void pauseClient() {
        client.commitSync();
        client.unsubscribe();
    }

    @Override
    protected void resumeClient() {
        subscribe();
    }

    @Override
    protected void wakeClient() {
        client.wakeup();
    }

    @Override
    protected void closeClient() {
        client.close(CLIENT_CLOSE_LIMIT);
    }

    /**
     * Returns all partitions or none: the group decides from which of them a member takes at the moment. The client does not report it, so
     * the group's coordinator is asked in the background until it has assigned something to the member.
     */
    @Override
    public int assignedPartitions() {
        if (!assigned && !isStopping() && asking.compareAndSet(false, true)) {
            KafkaFuture<ShareGroupDescription> _ = Objects.requireNonNull(admin.describeShareGroups(List.of(group))
                            .describedGroups()
                            .get(group))
                    .whenComplete(this::described);
        }
        return assigned && !isStopping() ? topic.partitions() : 0;
    }

    private void described(@Nullable ShareGroupDescription description, @Nullable Throwable failure) {
        if (description != null) {
            assigned = holds(description, clientId);
        } else if (!(failure instanceof GroupIdNotFoundException
                || failure instanceof RetriableException
                || isStopping())) {
            listener.onError(
                    KafkaFailures.failed("describing the share group " + group, Objects.requireNonNull(failure)));
        }
        asking.set(false);
    }

    /** Returns whether all members with that client id, usually one, have partitions. */
    static boolean holds(ShareGroupDescription group, String clientId) {
        List<ShareMemberDescription> members = group.members().stream()
                .filter(member -> member.clientId().equals(clientId))
                .toList();
        return !members.isEmpty()
                && members.stream()
                        .noneMatch(
                                member -> member.assignment().topicPartitions().isEmpty());
    }

    @Override
    public boolean sharesPartitions() {
        return true;
    }
}

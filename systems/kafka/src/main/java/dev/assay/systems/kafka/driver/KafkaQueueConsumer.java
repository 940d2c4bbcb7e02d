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
 * A member of a share group, with a client of its own, which delivers and acknowledges its messages one by one. Clients before 4.2 have no
 * such classes, so nothing else names them.
 *
 * <p>Such a client can't pause, and what it has fetched is locked for it for a while only: then the brokers would give it to others, and it
 * would come twice. So a member that is to pause gives everything back and leaves the group, and joins it again afterwards.
 */
final class KafkaQueueConsumer extends KafkaPollingConsumer {
    /** As long as other drivers gather acknowledgements. */
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

    /** @param admin tells what the group's members have been given; it stays the caller's */
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

    /** Opens its client, and starts. */
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

    /** What has come when the end or a pause is asked for goes back to the group, for whoever is there. */
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

    /** The next poll sends them as well, but where each message takes its time that may be much later. */
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
     * All or none: which of the partitions a member takes from at the moment is up to the group. The client does not tell, so its group's
     * coordinator is asked in the background until it has given something to the member.
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

    /** Whether all members that go by that name, which is usually one, have something to read. */
    static boolean holds(ShareGroupDescription group, String clientId) {
        List<ShareMemberDescription> own = group.members().stream()
                .filter(member -> member.clientId().equals(clientId))
                .toList();
        return !own.isEmpty()
                && own.stream()
                        .noneMatch(
                                member -> member.assignment().topicPartitions().isEmpty());
    }

    @Override
    public boolean sharesPartitions() {
        return true;
    }
}

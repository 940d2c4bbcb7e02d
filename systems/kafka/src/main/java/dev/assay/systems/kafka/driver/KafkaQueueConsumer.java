package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.clients.admin.ShareMemberDescription;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** A member of a share group, with a client and a thread of its own. Clients before 4.2 have no such classes, so nothing else names them. */
final class KafkaQueueConsumer implements DriverConsumer {
    private final Admin admin;
    private final TopicSpec topic;
    private final String group;
    private final String clientId;
    private final MessageListener listener;
    private final ShareLoop loop;
    private final PollThread thread;
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile boolean assigned;
    private volatile boolean closed;

    /** @param admin tells what the group's members have been given; it stays the caller's */
    KafkaQueueConsumer(
            Admin admin, TopicSpec topic, String group, Map<String, Object> settings, MessageListener listener)
            throws DriverException {
        this.admin = admin;
        this.topic = topic;
        this.group = group;
        this.clientId = String.valueOf(settings.get("client.id"));
        this.listener = listener;
        this.loop = new ShareLoop(topic.name(), group, client(topic, settings), listener);
        this.thread = new PollThread(topic.name(), group, loop);
    }

    private static KafkaShareConsumer<ByteBuffer, ByteBuffer> client(TopicSpec topic, Map<String, Object> settings)
            throws DriverException {
        try {
            return new KafkaShareConsumer<>(settings);
        } catch (KafkaException e) {
            throw KafkaFailures.failed("opening a consumer of a share group of topic " + topic.name(), e);
        }
    }

    /** Starts polling; apart from the constructor, so that no half-made object is seen by the thread. */
    KafkaQueueConsumer start() {
        thread.start();
        return this;
    }

    /**
     * All or none: which of the partitions a member takes from at the moment is up to the group. The client does not tell, so its group's
     * coordinator is asked in the background until it has given something to the member.
     */
    @Override
    public int assignedPartitions() {
        if (!assigned && !closed && asking.compareAndSet(false, true)) {
            KafkaFuture<ShareGroupDescription> _ = Objects.requireNonNull(admin.describeShareGroups(List.of(group))
                            .describedGroups()
                            .get(group))
                    .whenComplete(this::described);
        }
        return assigned && !closed ? topic.partitions() : 0;
    }

    private void described(@Nullable ShareGroupDescription description, @Nullable Throwable failure) {
        if (description != null) {
            assigned = holds(description, clientId);
        } else if (!(failure instanceof GroupIdNotFoundException || failure instanceof RetriableException || closed)) {
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

    @Override
    public void pause() {
        loop.wantPaused(true);
    }

    @Override
    public void resume() {
        loop.wantPaused(false);
    }

    @Override
    public void close() throws DriverException {
        closed = true;
        thread.close();
    }
}

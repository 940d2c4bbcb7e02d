package dev.assay.systems.kafka.driver;

import dev.assay.driver.MessageListener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Polls one member of a share group, and delivers and acknowledges its messages one by one, on the one thread that may use the client.
 * Other threads only leave wishes.
 *
 * <p>Such a client can't pause, and what it has fetched is locked for it for a while only: then the brokers would give it to others, and it
 * would come twice. So a member that is to pause gives everything back and leaves the group, and joins it again afterwards.
 */
final class ShareLoop implements PollThread.Loop {
    /** As long as other drivers gather acknowledgements. */
    static final Duration ACKNOWLEDGE_EVERY = Duration.ofMillis(100);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final String topic;
    private final String name;
    private final ShareConsumer<ByteBuffer, ByteBuffer> client;
    private final MessageListener listener;
    private boolean pausedNow;
    private long acknowledgedNanos = System.nanoTime();
    private volatile boolean pauseWanted;
    private volatile boolean stopping;
    private volatile @Nullable Throwable closeFailure;

    ShareLoop(
            String topic, String subscription, ShareConsumer<ByteBuffer, ByteBuffer> client, MessageListener listener) {
        this.topic = topic;
        this.name = "topic " + topic + " for subscription " + subscription;
        this.client = client;
        this.listener = listener;
    }

    @Override
    public void run() {
        try {
            client.subscribe(List.of(topic));
            while (!stopping) {
                applyPause();
                if (pausedNow) {
                    LockSupport.parkNanos(POLL.toNanos());
                } else {
                    deliver(PollThread.retrying(() -> client.poll(POLL), () -> stopping));
                }
            }
        } catch (WakeupException | InterruptException e) {
            if (!stopping) {
                report(e);
            }
        } catch (RuntimeException | Error e) {
            report(e);
        } finally {
            closeClient();
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

    /** What has come when the end or a pause is asked for goes back to the group, for whoever is there. */
    private void deliver(ConsumerRecords<ByteBuffer, ByteBuffer> records) {
        for (ConsumerRecord<ByteBuffer, ByteBuffer> message : records) {
            if (stopping || pauseWanted) {
                client.acknowledge(message, AcknowledgeType.RELEASE);
                continue;
            }
            boolean redelivered = message.deliveryCount().orElse((short) 1) > 1;
            PollLoop.hand(listener, message.partition(), message.value(), redelivered);
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

    private void applyPause() {
        boolean wanted = pauseWanted;
        if (wanted != pausedNow) {
            if (wanted) {
                client.commitSync();
                client.unsubscribe();
            } else {
                client.subscribe(List.of(topic));
            }
            pausedNow = wanted;
        }
    }

    private void report(Throwable cause) {
        listener.onError(KafkaFailures.failed("consuming " + name, cause));
    }

    private void closeClient() {
        try {
            client.close(CLOSE_LIMIT);
        } catch (RuntimeException e) {
            closeFailure = e;
        }
    }
}

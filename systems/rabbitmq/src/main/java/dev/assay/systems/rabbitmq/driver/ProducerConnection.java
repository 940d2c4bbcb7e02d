package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.PendingSend;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Holds one connection of a producer, with its channel; they end together. */
final class ProducerConnection {
    private static final int CLOSE_MILLIS = 2_000;

    private final Connection connection;
    private final ProducerChannel channel;
    private final String[] routingKeys;
    private final HeldBack heldBack;
    private final AtomicBoolean ended;

    record Target(String exchange, MessageProperties properties) {}

    private ProducerConnection(
            Connection connection, ProducerChannel channel, int partitions, HeldBack heldBack, AtomicBoolean ended) {
        this.connection = connection;
        this.channel = channel;
        this.routingKeys =
                IntStream.range(0, partitions).mapToObj(Topology::routingKey).toArray(String[]::new);
        this.heldBack = heldBack;
        this.ended = ended;
    }

    /**
     * Makes a connection ready for publishing; closes it when that fails.
     *
     * @param unconfirmed most messages without a confirm
     */
    static ProducerConnection on(Connection connection, Target target, int partitions, int unconfirmed)
            throws IOException {
        HeldBack heldBack = new HeldBack();
        AtomicBoolean ended = new AtomicBoolean();
        try {
            connection.addBlockedListener(heldBack);
            ProducerChannel channel =
                    ProducerChannel.on(connection, target, unconfirmed, signal -> lost(connection, ended, signal));
            return new ProducerConnection(connection, channel, partitions, heldBack, ended);
        } catch (IOException | RuntimeException e) {
            connection.abort(CLOSE_MILLIS);
            throw e;
        }
    }

    private static void lost(Connection connection, AtomicBoolean ended, ShutdownSignalException signal) {
        ended.set(true);
        if (!signal.isHardError()) {
            // Only the channel is gone; a new one comes with a new connection.
            Thread.ofPlatform().daemon().name("rabbitmq-abort").start(() -> connection.abort(CLOSE_MILLIS));
        }
    }

    boolean isOpen() {
        return !ended.get();
    }

    /**
     * Publishes one message; waits while too many are not confirmed. The outcome is reported in any case but one.
     *
     * @return false when the connection was lost before the message could be tried: nothing is reported then
     */
    boolean publish(int partition, byte[] payload, PendingSend pendingSend) {
        return channel.publish(routingKeys[partition], payload, pendingSend);
    }

    int unconfirmed() {
        return channel.window().unconfirmed();
    }

    /** Returns the total time that messages have waited because too many were not confirmed. */
    long waitedNanos() {
        return channel.window().waitedNanos();
    }

    long heldBackNanos(long nanoTime) {
        return heldBack.totalNanos(nanoTime);
    }

    /** Returns the server's reason for blocking it; empty while it does not. */
    Optional<String> blockedFor() {
        return heldBack.reason();
    }

    void expire() {
        channel.expire();
    }

    /** Waits for outcomes, then closes the connection; messages without one by then fail. */
    void close(Duration timeouts) {
        long deadline = System.nanoTime() + timeouts.toNanos();
        while (isOpen() && !channel.isIdle() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        // The channel ends before the connection, whose end would otherwise be reported as the cause.
        channel.end();
        connection.abort(AMQP.REPLY_SUCCESS, "closed", CLOSE_MILLIS);
    }
}

package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.PendingSend;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** One connection of a producer, with its channels; they end together. */
final class ProducerConnection {
    private static final int CLOSE_MILLIS = 2_000;

    private final Connection connection;
    private final ProducerChannel[] channels;
    private final String[] routingKeys;
    private final HeldBack heldBack = new HeldBack();
    private volatile boolean ended;

    /** Where messages go, and their properties. */
    record Target(String exchange, MessageProperties properties) {}

    /**
     * How many channels there are, and how much each of them bears.
     *
     * @param partitions they take the channels in turn
     * @param unconfirmed most messages of one channel without a confirm
     */
    record Channels(int partitions, int channels, int unconfirmed) {
        /**
         * For queues one. For streams one for each partition: a server before 4.0 that sends messages again to a stream's
         * new leader takes their number on the channel for their number in the stream. Where the two differ, it takes later
         * messages for repetitions, and confirms them without having stored them (rabbitmq-server, pull request 12236).
         */
        static Channels of(boolean isStream, int partitions, UnconfirmedLimit limit) {
            int channels = isStream ? partitions : 1;
            return new Channels(partitions, channels, limit.ofEach(channels));
        }
    }

    private ProducerConnection(Connection connection, Channels wanted) {
        this.connection = connection;
        this.channels = new ProducerChannel[wanted.channels()];
        this.routingKeys = IntStream.range(0, wanted.partitions())
                .mapToObj(Topology::routingKey)
                .toArray(String[]::new);
    }

    /** Makes a connection ready for publishing; closes it when that fails. */
    static ProducerConnection on(Connection connection, Target target, Channels wanted) throws IOException {
        ProducerConnection link = new ProducerConnection(connection, wanted);
        try {
            connection.addBlockedListener(link.heldBack);
            for (int index = 0; index < wanted.channels(); index++) {
                link.channels[index] = ProducerChannel.on(connection, target, wanted.unconfirmed(), link::lost);
            }
            return link;
        } catch (IOException | RuntimeException e) {
            connection.abort(CLOSE_MILLIS);
            throw e;
        }
    }

    /** Whether it can be published on. */
    boolean isOpen() {
        return !ended;
    }

    /**
     * Publishes one message; waits while too many are not confirmed. The outcome is reported, whatever happens.
     *
     * @return false when the connection was lost before the message could be tried: nothing is reported then
     */
    boolean publish(int partition, byte[] payload, PendingSend pendingSend) {
        return channels[partition % channels.length].publish(routingKeys[partition], payload, pendingSend);
    }

    /** How many messages have no outcome. */
    int unconfirmed() {
        return Arrays.stream(channels)
                .mapToInt(channel -> channel.window().unconfirmed())
                .sum();
    }

    /** For how long messages have waited, all together, because too many were not confirmed. */
    long waitedNanos() {
        return Arrays.stream(channels)
                .mapToLong(channel -> channel.window().waitedNanos())
                .sum();
    }

    /** For how long the server has kept it from publishing. */
    long heldBackNanos(long nanoTime) {
        return heldBack.totalNanos(nanoTime);
    }

    /** Fails what has had no outcome for too long. */
    void expire() {
        for (ProducerChannel channel : channels) {
            channel.expire();
        }
    }

    private void lost(ShutdownSignalException signal) {
        ended = true;
        if (!signal.isHardError()) {
            // Only the channel is gone; a new one comes with a new connection.
            Thread.ofVirtual().start(() -> connection.abort(CLOSE_MILLIS));
        }
    }

    /** Waits for outcomes, then closes the connection; what has no outcome by then fails. */
    void close(Duration timeouts) {
        long deadline = System.nanoTime() + timeouts.toNanos();
        while (isOpen() && !isIdle() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        connection.abort(AMQP.REPLY_SUCCESS, "closed", CLOSE_MILLIS);
        for (ProducerChannel channel : channels) {
            channel.end();
        }
    }

    private boolean isIdle() {
        return Arrays.stream(channels).allMatch(ProducerChannel::isIdle);
    }
}

package dev.assay.bench.load;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.MessageListener;
import dev.assay.driver.PendingSend;
import dev.assay.driver.TopicSpec;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Delivers and acknowledges on one thread of its own, {@value #THREAD}, as a client does, and allocates nothing for a message. It
 * serves one producer and one consumer.
 */
public final class RelayDriver extends StubDriver {
    public static final String THREAD = "relay";

    private static final int SLOTS = 1 << 12;
    private static final long NAP_NANOS = 50_000;

    private final byte[][] payloads;
    private final @Nullable PendingSend[] pendingSends = new PendingSend[SLOTS];
    private @Nullable MessageListener listener;
    private volatile long sent;
    private volatile long delivered;
    private volatile boolean closed;

    /** @param messageBytes size of all payloads */
    public RelayDriver(int messageBytes) {
        payloads = new byte[SLOTS][messageBytes];
    }

    @Override
    public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener to) {
        listener = to;
        return super.openConsumer(topic, subscription, to);
    }

    @Override
    public DriverProducer openProducer(TopicSpec topic) {
        MessageListener to = listener;
        if (to == null) {
            throw new IllegalStateException("the consumer must be opened before the producer");
        }
        Thread.ofPlatform().daemon().name(THREAD).start(() -> relay(to));
        return new RelayProducer();
    }

    private void relay(MessageListener to) {
        while (!closed) {
            long next = delivered;
            if (next == sent) {
                LockSupport.parkNanos(NAP_NANOS);
                continue;
            }
            int slot = (int) next & (SLOTS - 1);
            to.onMessage(0, payloads[slot], 0, payloads[slot].length, System.nanoTime());
            PendingSend pendingSend = pendingSends[slot];
            if (pendingSend != null) {
                pendingSend.acked();
            }
            delivered = next + 1;
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class RelayProducer implements DriverProducer {
        @Override
        public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
            long next = sent;
            while (next - delivered >= SLOTS && !closed) {
                LockSupport.parkNanos(NAP_NANOS);
            }
            int slot = (int) next & (SLOTS - 1);
            System.arraycopy(payload, 0, payloads[slot], 0, payload.length);
            pendingSends[slot] = pendingSend;
            sent = next + 1;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}

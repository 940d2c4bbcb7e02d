package dev.assay.driver.memory;

import dev.assay.driver.DriverProducer;
import dev.assay.driver.LocalClock;
import dev.assay.driver.PendingSend;
import dev.assay.driver.memory.wire.FrameBuffer;
import dev.assay.driver.memory.wire.FrameReader;
import dev.assay.driver.memory.wire.FrameType;
import dev.assay.driver.memory.wire.FrameWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a server does for one producer: acknowledges and delivers as the in-memory system does without a server. */
final class ProducerSession implements PendingSend.Listener, AutoCloseable {
    private final DriverProducer producer;
    private final Taker taker;
    private final FrameWriter writer;
    private long taken;

    /** Takes a message whose payload is its own. */
    private interface Taker {
        void take(byte[] payload, byte @Nullable [] key, PendingSend send);
    }

    ProducerSession(ServedTopics.Topic topic, ServedTopics system, FrameWriter writer) {
        this.writer = writer;
        LatencySource latency = system.latency();
        DeliveryOrder.Delivery delivery = system.faults().delivery(topic.partitions(), topic::deliver, topic::withhold);
        if (latency.immediate()) {
            ImmediateProducer immediate = new ImmediateProducer(topic.partitions(), delivery);
            producer = immediate;
            taker = taker(system.faults(), immediate::send);
        } else {
            DelayedProducer delayed =
                    new DelayedProducer(topic.partitions(), delivery, latency, topic.firstSend(), LocalClock.SYSTEM);
            producer = delayed;
            taker = taker(system.faults(), delayed::sendOwned);
        }
    }

    private Taker taker(PlantedFaults faults, Taker sound) {
        return (payload, key, send) -> {
            if (PlantedFaults.meets(faults.failEvery(), taken++)) {
                send.failed(new IllegalStateException("refused, as asked for"));
            } else {
                sound.take(payload, key, send);
            }
        };
    }

    /** Returns when the client has closed its producer. */
    void serve(FrameReader frames) throws IOException {
        while (frames.next()) {
            if (frames.type() != FrameType.SEND) {
                throw new IOException("a producer has sent a frame of type " + frames.type());
            }
            take(frames.body());
        }
    }

    private void take(ByteBuffer body) throws IOException {
        int number = body.getInt();
        int keyBytes = body.getInt();
        if (keyBytes > body.remaining()) {
            throw new IOException("a key of " + keyBytes + " bytes in a frame with " + body.remaining());
        }
        byte[] key = keyBytes < 0 ? null : new byte[keyBytes];
        if (key != null) {
            body.get(key);
        }
        byte[] payload = new byte[body.remaining()];
        body.get(payload);
        PendingSend send = new PendingSend(this);
        send.arm(number, 0, 0);
        taker.take(payload, key, send);
    }

    @Override
    public void onAcked(PendingSend send) {
        write(frames -> frames.put(FrameType.ACKED, (int) send.sequence()));
    }

    @Override
    public void onFailed(PendingSend send, Throwable cause) {
        write(frames -> frames.put(FrameType.FAILED, (int) send.sequence()));
    }

    @Override
    public void onViolation(PendingSend send) {
        throw new IllegalStateException("message " + send.sequence() + " got a second outcome");
    }

    private void write(Consumer<FrameBuffer> frame) {
        try {
            writer.write(frame);
        } catch (IOException gone) {
            // The client has gone: nobody waits for the outcome, and the reading thread is about to end the session.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            producer.close();
        } catch (Exception e) {
            throw new IOException("closing a producer failed", e);
        }
    }
}

package dev.assay.driver.memory;

import dev.assay.core.metric.Metrics;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.driver.figure.ClientSums;
import dev.assay.driver.figure.TellingClients.TellingClient;
import dev.assay.driver.memory.wire.FrameReader;
import dev.assay.driver.memory.wire.FrameType;
import dev.assay.driver.memory.wire.FrameWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends to a {@link MemoryServer}, which acknowledges by its law. */
final class ServedProducer implements DriverProducer, TellingClient {
    private static final Duration END_LIMIT = Duration.ofSeconds(5);

    private final ServerLink link;
    private final FrameWriter writer;
    private final Thread reader;
    private final SendsInFlight inFlight = new SendsInFlight();
    private volatile boolean closed;

    /** @param link whose request for a producer has been granted */
    ServedProducer(ServerLink link) throws DriverException {
        this.link = link;
        FrameReader frames = link.stream();
        this.writer = new FrameWriter(link.out(), "memory-send");
        this.reader = Thread.ofPlatform().daemon().name("memory-acks").start(() -> readOutcomes(frames));
    }

    @Override
    public void send(byte[] payload, byte @Nullable [] key, PendingSend pendingSend) {
        int most = FrameType.MOST_PAYLOAD_BYTES;
        if (payload.length > most || (key != null && key.length > Short.MAX_VALUE)) {
            pendingSend.failed(new DriverException("a payload of " + payload.length + " bytes, at most " + most
                    + ", or a key of more than " + Short.MAX_VALUE + " bytes"));
            return;
        }
        int number = inFlight.add(pendingSend);
        if (number == SendsInFlight.NONE) {
            pendingSend.failed(new IllegalStateException("the producer is closed"));
            return;
        }
        try {
            writer.send(number, key, payload);
        } catch (IOException e) {
            fail(number, link.lost(e));
        }
    }

    private void readOutcomes(FrameReader frames) {
        try {
            while (frames.next()) {
                take(frames.type(), frames.body());
            }
            end(new DriverException("the in-memory system's server has ended the connection"));
        } catch (IOException e) {
            end(closed ? new IllegalStateException("the producer was closed before the outcome") : link.lost(e));
        }
    }

    private void take(FrameType type, ByteBuffer body) throws IOException {
        int number = body.getInt();
        if (type == FrameType.ACKED) {
            PendingSend send = inFlight.remove(number);
            if (send != null) {
                send.acked();
            }
        } else if (type == FrameType.FAILED) {
            fail(number, new DriverException("the in-memory system's server has not taken the message"));
        } else {
            throw new IOException("a producer is sent a frame of type " + type);
        }
    }

    private void fail(int number, Exception cause) {
        PendingSend send = inFlight.remove(number);
        if (send != null) {
            send.failed(cause);
        }
    }

    private void end(Exception cause) {
        writer.close();
        inFlight.close().forEach(send -> send.failed(cause));
    }

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        sums.add(Metrics.CLIENT_PENDING, inFlight.count());
    }

    @Override
    public void flush() {
        // The writer never waits for more.
    }

    @Override
    public void close() throws DriverException {
        closed = true;
        writer.close();
        link.close();
        try {
            if (Thread.currentThread() != reader && !reader.join(END_LIMIT)) {
                throw new DriverException("an acknowledgement is still being handled");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("closing a producer was interrupted", e);
        }
    }
}

package dev.assay.driver.memory;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import dev.assay.driver.memory.wire.FrameReader;
import dev.assay.driver.memory.wire.FrameType;
import dev.assay.driver.memory.wire.FrameWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes messages from a {@link MemoryServer}, on the thread that reads them. The server keeps what was sent until it is told
 * that it was handed over, so that nothing is lost between one consumer and the next.
 */
final class ServedConsumer implements DriverConsumer {
    /** After so much the server is told: well below what it sends ahead. */
    private static final int TELL_BYTES = ConsumerSession.AHEAD_BYTES / 8;

    private static final int TELL_MESSAGES = 1_000;
    private static final Duration END_LIMIT = Duration.ofSeconds(10);

    private final ServerLink link;
    private final MessageListener listener;
    private final FrameWriter writer;
    private final Thread reader;
    private final AtomicInteger assigned = new AtomicInteger();
    private volatile boolean leaving;

    /** Held while a message is handed over, so that none is once the consumer leaves. Guards what follows. */
    private final Object handover = new Object();

    private final Map<Integer, Integer> untold = new TreeMap<>();
    private int untoldBytes;
    private int untoldMessages;

    /** @param link whose request for a consumer has been granted */
    ServedConsumer(ServerLink link, MessageListener listener) throws DriverException {
        this.link = link;
        this.listener = listener;
        FrameReader frames = link.stream();
        this.writer = new FrameWriter(link.out(), "memory-consumed");
        this.reader = Thread.ofPlatform().daemon().name("memory-messages").start(() -> read(frames));
    }

    private void read(FrameReader frames) {
        try {
            boolean more = frames.next();
            while (more && frames.type() != FrameType.LEFT) {
                take(frames.type(), frames.body());
                more = frames.next();
            }
            if (!more) {
                fail(new IOException("the server has ended it"));
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void fail(IOException cause) {
        if (!leaving) {
            listener.onError(link.lost(cause));
        }
    }

    private void take(FrameType type, ByteBuffer body) throws IOException {
        int partition = body.getInt();
        switch (type) {
            case ASSIGN -> assigned.incrementAndGet();
            case REVOKE -> giveUp(partition);
            case MESSAGES -> handOver(partition, body);
            default -> throw new IOException("a consumer is sent a frame of type " + type);
        }
    }

    private void giveUp(int partition) throws IOException {
        synchronized (handover) {
            if (leaving) {
                return;
            }
            tell();
            writer.write(frames -> frames.put(FrameType.REVOKED, partition));
            assigned.decrementAndGet();
        }
    }

    private void handOver(int partition, ByteBuffer body) throws IOException {
        byte[] array = body.array();
        for (int left = body.getInt(); left > 0; left--) {
            int length = body.getInt();
            int start = body.arrayOffset() + body.position();
            body.position(body.position() + length);
            synchronized (handover) {
                if (leaving) {
                    return;
                }
                listener.onMessage(partition, array, start, length, System.nanoTime());
                note(partition, length);
            }
        }
    }

    private void note(int partition, int bytes) throws IOException {
        untold.merge(partition, 1, Integer::sum);
        untoldBytes += bytes;
        untoldMessages++;
        if (untoldBytes >= TELL_BYTES || untoldMessages >= TELL_MESSAGES) {
            tell();
        }
    }

    private void tell() throws IOException {
        for (Map.Entry<Integer, Integer> entry : untold.entrySet()) {
            writer.write(frames -> frames.put(FrameType.CONSUMED, entry.getKey(), entry.getValue()));
        }
        untold.clear();
        untoldBytes = 0;
        untoldMessages = 0;
    }

    @Override
    public int assignedPartitions() {
        return assigned.get();
    }

    @Override
    public void pause() {
        say(FrameType.PAUSE);
    }

    @Override
    public void resume() {
        say(FrameType.RESUME);
    }

    /** Where the connection is lost, the listener is told so by whoever reads from it. */
    private void say(FrameType type) {
        try {
            writer.write(frames -> frames.put(type));
        } catch (IOException e) {
            fail(e);
        }
    }

    @Override
    public void close() throws DriverException {
        leave();
        try {
            boolean left = Thread.currentThread() == reader || reader.join(END_LIMIT);
            writer.close();
            link.close();
            if (!left && !reader.join(END_LIMIT)) {
                throw new DriverException("a message is still being handled");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("closing a consumer was interrupted", e);
        }
    }

    private void leave() throws DriverException {
        synchronized (handover) {
            if (leaving) {
                return;
            }
            leaving = true;
            try {
                tell();
                writer.write(frames -> frames.put(FrameType.LEAVE));
            } catch (IOException lost) {
                // The server knows by now that this consumer is gone, or is gone itself.
                link.close();
            }
        }
    }
}

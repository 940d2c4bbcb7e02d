package dev.assay.driver.memory.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames on a thread of its own: what comes while it writes goes out together with the next write. Whoever adds a
 * frame waits only while a megabyte waits already.
 */
public final class FrameWriter implements AutoCloseable {
    private static final int MOST_WAITING_BYTES = 1 << 20;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Condition taken = lock.newCondition();
    private final Thread thread;
    private FrameBuffer waiting = new FrameBuffer();
    private FrameBuffer leaving = new FrameBuffer();
    private boolean closed;
    private @Nullable IOException failure;

    /** @param name of the thread */
    public FrameWriter(OutputStream out, String name) {
        this.out = out;
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /**
     * Adds a frame.
     *
     * @throws IOException when nothing can be written any more
     */
    public void write(Consumer<FrameBuffer> frame) throws IOException {
        lock.lock();
        try {
            awaitRoom();
            frame.accept(waiting);
            added.signal();
        } finally {
            lock.unlock();
        }
    }

    /** {@link FrameType#SEND}, without an object for each message. */
    public void send(int number, byte @Nullable [] key, byte[] payload) throws IOException {
        lock.lock();
        try {
            awaitRoom();
            waiting.begin(FrameType.SEND);
            waiting.putInt(number);
            waiting.putInt(key == null ? -1 : key.length);
            if (key != null) {
                waiting.putBytes(key);
            }
            waiting.putBytes(payload);
            waiting.end();
            added.signal();
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom() throws IOException {
        while (!closed && failure == null && waiting.size() > MOST_WAITING_BYTES) {
            taken.awaitUninterruptibly();
        }
        if (failure != null) {
            throw new IOException("the connection was lost: " + failure.getMessage(), failure);
        }
        if (closed) {
            throw new IOException("the connection was closed");
        }
    }

    private void run() {
        try {
            while (take()) {
                leaving.writeTo(out);
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Waits for frames; false when no more come. */
    private boolean take() {
        lock.lock();
        try {
            while (waiting.size() == 0 && !closed) {
                added.awaitUninterruptibly();
            }
            FrameBuffer full = waiting;
            waiting = leaving;
            leaving = full;
            taken.signalAll();
            return full.size() > 0;
        } finally {
            lock.unlock();
        }
    }

    private void fail(IOException cause) {
        lock.lock();
        try {
            failure = cause;
            taken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more frames; those that wait are still written, unless the stream is closed meanwhile. Does not wait. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            added.signalAll();
            taken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end of the thread. The stream must be closed, or the other side read. */
    public void awaitEnd() throws InterruptedException {
        thread.join();
    }
}

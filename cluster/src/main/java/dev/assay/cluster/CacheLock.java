package dev.assay.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one thread of one process at a time write to a part of the cache. The kernel releases it when that process ends. */
public final class CacheLock implements AutoCloseable {
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    private final FileChannel channel;
    private final FileLock lock;

    private CacheLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Waits until nobody else holds it. A thread that holds one may ask for no other.
     *
     * @param file created where it is missing, and left
     */
    public static CacheLock hold(Path file) throws IOException {
        IN_THIS_PROCESS.lock();
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                return new CacheLock(channel, channel.lock());
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            IN_THIS_PROCESS.unlock();
            throw e;
        }
    }

    /**
     * Makes sure that the lock is still held.
     *
     * @throws IllegalStateException when it was given up
     */
    public void check() {
        if (!lock.isValid()) {
            throw new IllegalStateException("the lock was given up");
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }
}

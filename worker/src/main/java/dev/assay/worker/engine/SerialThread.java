package dev.assay.worker.engine;

import dev.assay.driver.LocalClock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** A thread that waits by a clock, and runs what it is given, one after the other. */
public final class SerialThread implements Executor, AutoCloseable {
    private final LocalClock clock;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    public SerialThread(LocalClock clock, String name) {
        this.clock = clock;
        this.thread = clock.start(Thread.ofPlatform().daemon().name(name), this::run);
    }

    @Override
    public synchronized void execute(Runnable task) {
        if (closed) {
            throw new RejectedExecutionException("nothing is taken any more");
        }
        queue.add(task);
        clock.unpark(thread);
    }

    private void run() {
        while (true) {
            boolean last = closed;
            Runnable task = queue.poll();
            if (task != null) {
                task.run();
            } else if (last) {
                return;
            } else {
                clock.park();
            }
        }
    }

    /** Takes nothing any more; what was given before is still done. */
    @Override
    public synchronized void close() {
        closed = true;
        clock.unpark(thread);
    }

    /** The same, but what is under way is interrupted, and what waits is not done. */
    public void abandon() {
        queue.clear();
        close();
        thread.interrupt();
        clock.unpark(thread);
    }
}

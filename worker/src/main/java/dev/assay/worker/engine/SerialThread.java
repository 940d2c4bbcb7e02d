package dev.assay.worker.engine;

import dev.assay.driver.LocalClock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Runs tasks one after the other, on a thread that waits by a clock. */
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

    /** Accepts no more tasks; those accepted before are still run. */
    @Override
    public synchronized void close() {
        closed = true;
        clock.unpark(thread);
    }

    /** Accepts no more tasks, interrupts the running one, and drops the waiting ones. */
    public void abandon() {
        queue.clear();
        close();
        thread.interrupt();
        clock.unpark(thread);
    }
}

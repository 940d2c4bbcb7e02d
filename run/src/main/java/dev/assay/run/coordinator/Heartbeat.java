package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import java.util.List;

/**
 * Tells the workers of a trial several times a minute that their coordinator is there, also while it waits for others: a silent coordinator
 * would keep a worker from everybody else.
 */
final class Heartbeat implements AutoCloseable {
    private static final long PERIOD_NANOS = 10_000_000_000L;

    private final LocalClock clock;
    private final List<WorkerStream> streams;
    private final Thread thread;
    private volatile boolean closed;

    Heartbeat(List<WorkerStream> streams, LocalClock clock) {
        this.streams = streams;
        this.clock = clock;
        this.thread = clock.start(Thread.ofPlatform().name("heartbeat").daemon(), this::run);
    }

    private void run() {
        long next = clock.nanoTime() + PERIOD_NANOS;
        while (!closed) {
            long left = next - clock.nanoTime();
            if (left > 0) {
                clock.park(left);
            } else {
                streams.forEach(WorkerStream::beat);
                next = clock.nanoTime() + PERIOD_NANOS;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        clock.unpark(thread);
    }
}

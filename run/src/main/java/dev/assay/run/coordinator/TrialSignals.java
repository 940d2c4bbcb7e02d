package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Queues the signals of a trial: any thread may send them, the one that runs the trial waits for them. */
public final class TrialSignals {
    private final LocalClock clock;
    private final Queue<TrialSignal> queue = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread waiting;

    public TrialSignals(LocalClock clock) {
        this.clock = clock;
    }

    public LocalClock clock() {
        return clock;
    }

    void add(TrialSignal event) {
        queue.add(event);
        Thread thread = waiting;
        if (thread != null) {
            clock.unpark(thread);
        }
    }

    public void stop(Kind kind, String reason) {
        add(new TrialSignal.Stop(kind, reason));
    }

    /** Waits for the next signal; null if none comes before {@code untilNanos}. */
    @Nullable
    TrialSignal awaitNext(long untilNanos) throws InterruptedException {
        waiting = Thread.currentThread();
        TrialSignal next = queue.poll();
        for (long left = untilNanos - clock.nanoTime();
                next == null && left > 0;
                left = untilNanos - clock.nanoTime()) {
            clock.park(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("while waiting for the workers");
            }
            next = queue.poll();
        }
        return next;
    }
}

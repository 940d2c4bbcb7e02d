package dev.assay.worker;

import dev.assay.driver.LocalClock;
import dev.assay.worker.WorkerProcess.RefusedException;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.WireFormat;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends events to the coordinator; any thread may use it. */
final class EventStream {
    private final ServerCallStreamObserver<byte[]> stream;
    private final LocalClock clock;
    private boolean ended;
    private volatile @Nullable Thread waiting;

    /** Must be called before the call's handler returns. */
    EventStream(ServerCallStreamObserver<byte[]> stream, LocalClock clock) {
        this.clock = clock;
        this.stream = stream;
        stream.setOnReadyHandler(this::wakeUp);
    }

    void onCancel(Runnable action) {
        stream.setOnCancelHandler(() -> {
            wakeUp();
            action.run();
        });
    }

    /** Sends an event, or drops it when nobody can receive it any more. */
    void send(Event event) {
        byte[] bytes = WireFormat.encode(event);
        synchronized (this) {
            if (!ended && !stream.isCancelled()) {
                stream.onNext(bytes);
            }
        }
    }

    /**
     * Sends an event once the wire has taken what was sent before, so that a large ledger does not pile up in memory.
     *
     * @throws RefusedException when the wire stays busy longer than the limit
     */
    void sendWhenReady(Event event, Duration limit) throws RefusedException, InterruptedException {
        long deadline = clock.nanoTime() + limit.toNanos();
        waiting = Thread.currentThread();
        while (isBusy()) {
            long left = deadline - clock.nanoTime();
            if (left <= 0) {
                throw new RefusedException("the coordinator did not take the ledger within " + limit);
            }
            clock.park(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("the trial is over");
            }
        }
        send(event);
    }

    /** Tells whether the coordinator has not yet taken what was sent before. */
    synchronized boolean isBusy() {
        return !ended && !stream.isCancelled() && !stream.isReady();
    }

    synchronized void complete() {
        if (!ended && !stream.isCancelled()) {
            stream.onCompleted();
        }
        ended = true;
    }

    private void wakeUp() {
        Thread thread = waiting;
        if (thread != null) {
            clock.unpark(thread);
        }
    }
}

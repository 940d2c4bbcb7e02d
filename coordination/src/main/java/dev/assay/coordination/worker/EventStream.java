package dev.assay.coordination.worker;

import dev.assay.coordination.wire.proto.Event;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;

/** Sends events to the coordinator; any thread may use it. */
final class EventStream {
    private final ServerCallStreamObserver<Event> stream;
    private boolean ended;

    /** Must be made before the call's handler returns. */
    EventStream(ServerCallStreamObserver<Event> stream) {
        this.stream = stream;
        stream.setOnReadyHandler(this::wakeUp);
    }

    /** What to do when the coordinator goes away. */
    void onCancel(Runnable action) {
        stream.setOnCancelHandler(() -> {
            wakeUp();
            action.run();
        });
    }

    /** Sends an event; one that nobody can receive any more is dropped. */
    synchronized void send(Event event) {
        if (!ended && !stream.isCancelled()) {
            stream.onNext(event);
        }
    }

    /**
     * Sends an event once the wire has taken what was sent before, so that a large ledger does not pile up in memory.
     *
     * @throws TrialRefusedException when the wire stays busy longer than the limit
     */
    synchronized void sendWhenReady(Event event, Duration limit) throws TrialRefusedException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!ended && !stream.isCancelled() && !stream.isReady()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new TrialRefusedException("the coordinator did not take the ledger within " + limit);
            }
            wait(Math.max(1, left / 1_000_000));
        }
        send(event);
    }

    synchronized void complete() {
        if (!ended && !stream.isCancelled()) {
            stream.onCompleted();
        }
        ended = true;
    }

    private synchronized void wakeUp() {
        notifyAll();
    }
}

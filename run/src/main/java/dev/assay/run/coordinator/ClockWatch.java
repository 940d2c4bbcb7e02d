package dev.assay.run.coordinator;

import dev.assay.run.coordinator.TrialFailedException.Kind;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimates once a second the offsets of the clocks of the workers' machines from this one's. Each machine is asked on a thread of its own,
 * so that one that answers late does not delay the others.
 */
public final class ClockWatch implements AutoCloseable {
    /** The number of exchanges, which is low as they share the machines with the load; the quickest of them counts. */
    private static final int EXCHANGES = 5;

    /** The limit of an answer: a slower one tells less than those before and after it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final long PAUSE_NANOS = 1_000_000_000;

    private final TrialSignals events;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    private ClockWatch(TrialSignals events) {
        this.events = events;
    }

    /** Begins to send estimates to the events of the trial. Machines with this one's clock are not asked. */
    public static ClockWatch begin(WorkerHosts hosts, TrialSignals events) {
        ClockWatch watch = new ClockWatch(events);
        hosts.all().stream()
                .filter(host -> !host.sharesClock())
                .forEach(host -> watch.threads.add(events.clock()
                        .start(Thread.ofPlatform().name("clock-" + host.name()).daemon(), () -> watch.run(host))));
        return watch;
    }

    private void run(WorkerHost host) {
        try {
            long next = events.clock().nanoTime() + PAUSE_NANOS;
            while (!closed) {
                long left = next - events.clock().nanoTime();
                if (left > 0) {
                    events.clock().park(left);
                } else {
                    ask(host);
                    next = events.clock().nanoTime() + PAUSE_NANOS;
                }
            }
        } catch (Error e) {
            events.add(new TrialSignal.Broken(e));
        } catch (RuntimeException e) {
            events.add(new TrialSignal.Stop(
                    Kind.WORKER, "the clock of " + host.first().title() + " can no longer be read: " + e));
        }
    }

    private void ask(WorkerHost host) {
        try {
            ClockOffset estimate = host.first().estimateClock(EXCHANGES, PATIENCE, events.clock());
            events.add(new TrialSignal.ClockRead(host, estimate, events.clock().nanoTime()));
        } catch (StatusRuntimeException late) {
            OwnError.rethrow(late);
            // This second has no estimate; a worker that is gone is noticed by its stream.
        }
    }

    /** Sends no further requests; the answer to the current one may still come. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(events.clock()::unpark);
    }
}

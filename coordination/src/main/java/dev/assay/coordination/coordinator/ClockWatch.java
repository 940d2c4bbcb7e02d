package dev.assay.coordination.coordinator;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Estimates once a second how far the clocks of the workers' machines are from this one's. Each machine is asked on a thread
 * of its own, so that one that answers late keeps none of the others.
 */
final class ClockWatch implements AutoCloseable {
    /** Few, as they share the machines with the load; the quickest of them counts. */
    private static final int EXCHANGES = 5;

    /** An answer that takes longer tells nothing that those before and after it would not tell better. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final BlockingQueue<TrialEvent> events;
    private final ScheduledExecutorService threads;

    private ClockWatch(List<WorkerHost> hosts, BlockingQueue<TrialEvent> events) {
        this.events = events;
        this.threads = Executors.newScheduledThreadPool(
                hosts.size(), Thread.ofPlatform().name("clock-", 1).daemon().factory());
        hosts.forEach(host -> threads.scheduleWithFixedDelay(() -> ask(host), 1, 1, TimeUnit.SECONDS));
    }

    /** Begins; what comes in goes to the events of the trial. Machines with this one's clock are not asked. */
    static ClockWatch begin(WorkerHosts hosts, BlockingQueue<TrialEvent> events) {
        return new ClockWatch(
                hosts.all().stream().filter(host -> !host.sharesClock()).toList(), events);
    }

    private void ask(WorkerHost host) {
        try {
            ClockOffset estimate = host.first().estimateClock(EXCHANGES, PATIENCE);
            events.add(new TrialEvent.ClockRead(host, estimate, System.nanoTime()));
        } catch (StatusRuntimeException late) {
            // This second has no estimate; a worker that is gone is noticed by its stream.
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

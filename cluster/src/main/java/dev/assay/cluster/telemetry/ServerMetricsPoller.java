package dev.assay.cluster.telemetry;

import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks servers once a second for metrics of their own. Each is asked on a thread of its own, and not again before it has answered: neither
 * the sampling of processes nor another server waits for one that is frozen.
 */
public final class ServerMetricsPoller implements AutoCloseable {
    private static final long CLOSING_SECONDS = 2;

    private final LongSupplier clock;
    private final ExecutorService threads;
    private final List<AskedServer> servers;
    private final List<String> limitations = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("server-metrics").daemon().factory());
    private volatile @Nullable ScheduledFuture<?> planned;
    private volatile boolean closed;

    /**
     * Creates a poller that asks nobody before the first {@link #tick}.
     *
     * @param clock monotonic, in nanoseconds
     * @param threads on which servers are asked, each task blocking as long as its server does
     */
    ServerMetricsPoller(List<? extends ServerMetrics> servers, LongSupplier clock, ExecutorService threads) {
        this.clock = clock;
        this.threads = threads;
        this.servers = servers.stream()
                .map(metrics -> new AskedServer(metrics, this::limit))
                .toList();
    }

    public static ServerMetricsPoller start(List<? extends ServerMetrics> servers) {
        ServerMetricsPoller metrics = new ServerMetricsPoller(
                servers,
                System::nanoTime,
                Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().daemon().name("server-metrics-", 0).factory()));
        if (!servers.isEmpty()) {
            metrics.tick();
            new SecondTicks(System::nanoTime, metrics::later, metrics::tick).start();
        }
        return metrics;
    }

    private void later(Runnable task, long delayNanos) {
        try {
            if (!closed) {
                planned = ticks.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            }
        } catch (RejectedExecutionException ended) {
            // Nobody is asked any more.
        }
    }

    /** Returns the values of about the last second, of servers that have reported them. */
    public List<Sample> latest() {
        return servers.stream().flatMap(server -> server.latest().stream()).toList();
    }

    public List<String> limitations() {
        return List.copyOf(limitations);
    }

    private void limit(String limitation) {
        if (!closed) {
            limitations.add(limitation);
        }
    }

    void tick() {
        long now = clock.getAsLong();
        for (AskedServer server : servers) {
            if (server.isDue(now)) {
                threads.execute(() -> server.ask(clock));
            }
        }
    }

    /** Sends no more requests. Waits no longer than a moment for a server that does not answer. */
    @Override
    public void close() {
        closed = true;
        ScheduledFuture<?> next = planned;
        if (next != null) {
            next.cancel(false);
        }
        ticks.close(); // A tick waits for nothing.
        servers.forEach(server -> threads.execute(server::close));
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

package dev.assay.driver.metric;

import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Holds the clients of one driver that report metrics. Clients may be added while one thread reads the metrics. */
public final class ClientMetricsSources {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<ClientMetricsSource> clients = new CopyOnWriteArrayList<>();
    private long sampledNanos;
    private boolean sampled;

    @FunctionalInterface
    public interface ClientMetricsSource {
        /**
         * Adds what the client did since the previous call. The first call adds nothing that is counted over time.
         *
         * @param nanoTime now, on the clock of {@link System#nanoTime()}
         */
        void tell(ClientSums sums, long nanoTime);
    }

    public void add(ClientMetricsSource client) {
        clients.add(client);
    }

    /** Returns what all clients report since the previous call; empty at first. */
    public List<Sample> next(long nanoTime) {
        ClientSums sums = new ClientSums((nanoTime - sampledNanos) / NANOS_PER_SECOND);
        clients.forEach(client -> client.tell(sums, nanoTime));
        boolean first = !sampled;
        sampled = true;
        sampledNanos = nanoTime;
        return first || sums.seconds() <= 0 ? List.of() : sums.samples();
    }
}

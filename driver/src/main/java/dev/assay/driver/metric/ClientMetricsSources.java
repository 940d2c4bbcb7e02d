package dev.assay.driver.metric;

import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The clients of one driver that report metrics. Clients may be added while they are asked, which one thread does. */
public final class ClientMetricsSources {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<ClientMetricsSource> clients = new CopyOnWriteArrayList<>();
    private long askedNanos;
    private boolean asked;

    /** A producer's or consumer's client. */
    @FunctionalInterface
    public interface ClientMetricsSource {
        /**
         * Adds what it did since the call before. One that is asked for the first time adds nothing that is counted over time.
         *
         * @param nanoTime now, on the clock of {@link System#nanoTime()}
         */
        void tell(ClientSums sums, long nanoTime);
    }

    /** From now on asks this one as well. */
    public void add(ClientMetricsSource client) {
        clients.add(client);
    }

    /** What all of them tell since the call before; empty at first. */
    public List<Sample> next(long nanoTime) {
        ClientSums sums = new ClientSums((nanoTime - askedNanos) / NANOS_PER_SECOND);
        clients.forEach(client -> client.tell(sums, nanoTime));
        boolean first = !asked;
        asked = true;
        askedNanos = nanoTime;
        return first || sums.seconds() <= 0 ? List.of() : sums.samples();
    }
}

package dev.assay.systems.nats.deployment;

import dev.assay.cluster.telemetry.CounterInterval;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a node reports about itself: how often it held up clients until it had room for them ({@code stalled_clients} of /varz, from
 * 2.11 on), how many of its threads waited for their turn at the disk ({@code disk_io_wait_stats}, from 2.15 on), and how many
 * requests of the JetStream API, such as for a new stream, it was working on ({@code api.inflight} of /jsz). How long its syncs take
 * it does not tell.
 */
final class NatsServerMetrics implements ServerMetrics {
    private static final int PATIENCE_MILLIS = Math.toIntExact(TimeUnit.SECONDS.toMillis(30));
    private static final double NANOS_PER_SECOND = 1e9;

    private final String node;
    private final Place place;
    private final CounterInterval.Increase stalled = new CounterInterval.Increase();
    private @Nullable URI address;
    private @Nullable HttpURLConnection request;
    private boolean closed;
    private double lastNanoTime = Double.NaN;

    /** Where the pages are. */
    @FunctionalInterface
    interface Place {
        URI find() throws IOException;
    }

    NatsServerMetrics(String node, Place place) {
        this.node = node;
        this.place = place;
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public List<Sample> next(long nanoTime) throws IOException {
        URI base = address;
        if (base == null) {
            base = place.find();
            address = base;
        }
        try {
            MonitorPage server = MonitorPage.get(base.resolve("/varz"), PATIENCE_MILLIS, this::keep);
            MonitorPage jetStream = MonitorPage.get(base.resolve("/jsz"), PATIENCE_MILLIS, this::keep);
            double seconds = (nanoTime - lastNanoTime) / NANOS_PER_SECOND;
            lastNanoTime = nanoTime;
            return samples(server, jetStream, seconds);
        } catch (SocketTimeoutException frozen) {
            return List.of();
        }
    }

    /** @param seconds since the answer before; NaN at the first */
    List<Sample> samples(MonitorPage server, MonitorPage jetStream, double seconds) {
        Labels labels = Labels.of(Labels.NODE, node);
        List<Sample> samples = new ArrayList<>();
        OptionalDouble times = server.number("stalled_clients");
        if (times.isPresent()) {
            OptionalDouble more = stalled.next(times.getAsDouble());
            if (more.isPresent() && seconds > 0) {
                samples.add(Metrics.NODE_THROTTLED.of(labels, more.getAsDouble() / seconds));
            }
        }
        add(samples, labels, "disk", server.part("disk_io_wait_stats").number("waiters"));
        MonitorPage api = jetStream.part("api");
        if (!api.text().isEmpty()) {
            // Left out where there is none.
            add(samples, labels, "api", OptionalDouble.of(api.number("inflight").orElse(0)));
        }
        return samples;
    }

    private static void add(List<Sample> samples, Labels labels, String part, OptionalDouble waiting) {
        waiting.ifPresent(
                many -> samples.add(Metrics.NODE_QUEUED.of(labels.with(Labels.PART, part), Math.max(0, many))));
    }

    private synchronized void keep(HttpURLConnection asked) throws IOException {
        if (closed) {
            throw new IOException("it was closed");
        }
        request = asked;
    }

    private synchronized @Nullable HttpURLConnection leave() {
        closed = true;
        return request;
    }

    @Override
    public void close() {
        HttpURLConnection open = leave();
        if (open != null) {
            open.disconnect();
        }
    }
}

package dev.assay.systems.nats.deployment;

import dev.assay.cluster.telemetry.CounterInterval;
import dev.assay.cluster.telemetry.PageMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Reads a node's reports: how often it held up clients until it had room for them ({@code stalled_clients} of /varz, from 2.11 on), how
 * many of its threads waited for their turn at the disk ({@code disk_io_wait_stats}, from 2.15 on), and how many requests of the JetStream
 * API, such as for a new stream, it was working on ({@code api.inflight} of /jsz). It does not report how long its syncs take.
 */
final class NatsServerMetrics extends PageMetrics {
    private final CounterInterval.Increase stalled = new CounterInterval.Increase();

    NatsServerMetrics(String node, Place place) {
        super(node, place);
    }

    @Override
    protected List<Sample> read(URI server, Labels labels, double seconds) throws IOException {
        return samples(
                MonitorPage.of(page(server.resolve("/varz"))),
                MonitorPage.of(page(server.resolve("/jsz"))),
                labels,
                seconds);
    }

    /** @param seconds since the previous answer; NaN at the first */
    List<Sample> samples(MonitorPage server, MonitorPage jetStream, Labels labels, double seconds) {
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
            // It is left out where there is none.
            add(samples, labels, "api", OptionalDouble.of(api.number("inflight").orElse(0)));
        }
        return samples;
    }

    private static void add(List<Sample> samples, Labels labels, String part, OptionalDouble waiting) {
        waiting.ifPresent(
                many -> samples.add(Metrics.NODE_QUEUED.of(labels.with(Labels.PART, part), Math.max(0, many))));
    }
}

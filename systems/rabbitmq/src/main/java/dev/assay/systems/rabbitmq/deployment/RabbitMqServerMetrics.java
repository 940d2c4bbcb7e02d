package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.prometheus.Exposition;
import dev.assay.cluster.prometheus.ExpositionMetrics;
import dev.assay.cluster.telemetry.CounterInterval;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * Reads a node's metrics (https://www.rabbitmq.com/docs/prometheus), all of its queues and connections together: how long its syncs took,
 * how far its replicated logs were, how many messages it had not confirmed, and whether it blocks publishers. Nodes update syncs (before
 * 4.0) and logs (before 4.2) every five seconds, so these have a value only in seconds in which they have moved. Nodes don't report here
 * which connections are in flow control.
 */
final class RabbitMqServerMetrics implements ExpositionMetrics.Reading {
    private static final String SYNCS = "rabbitmq_io_sync_ops_total";
    private static final String SYNC_SECONDS = "rabbitmq_io_sync_time_seconds_total";
    private static final String WRITTEN = "rabbitmq_raft_log_last_written_index";
    private static final String COMMITTED = "rabbitmq_raft_log_commit_index";
    private static final String COMMIT_SECONDS = "rabbitmq_raft_entry_commit_latency_seconds";
    private static final String RECEIVED = "rabbitmq_global_messages_received_confirm_total";
    private static final String CONFIRMED = "rabbitmq_global_messages_confirmed_total";
    private static final List<String> ALARMS =
            List.of("rabbitmq_alarms_memory_used_watermark", "rabbitmq_alarms_free_disk_space_watermark");
    private static final Set<String> NAMES = Set.of(
            SYNCS,
            SYNC_SECONDS,
            WRITTEN,
            COMMITTED,
            COMMIT_SECONDS,
            RECEIVED,
            CONFIRMED,
            ALARMS.getFirst(),
            ALARMS.getLast());

    private final CounterInterval.Mean syncs = new CounterInterval.Mean();
    private final CounterInterval.Increase committed = new CounterInterval.Increase();
    private double neverConfirmed = Double.NaN;

    @Override
    public Set<String> names() {
        return NAMES;
    }

    @Override
    public List<Sample> next(Exposition page, Labels labels, double seconds) {
        List<Sample> samples = new ArrayList<>();
        CounterInterval.Counted synced = syncs.nextOfSum(orNaN(page.sum(SYNCS)), orNaN(page.sum(SYNC_SECONDS)));
        if (synced != null) {
            samples.add(Metrics.NODE_FLUSH.of(labels, synced.mean()));
        }
        if (committed.next(orNaN(page.sum(COMMITTED))).orElse(0) > 0) {
            addLogs(samples, page, labels);
        }
        addUnconfirmed(samples, page, labels);
        DoubleStream alarms = ALARMS.stream().map(page::sum).flatMapToDouble(OptionalDouble::stream);
        alarms.max().ifPresent(highest -> samples.add(Metrics.NODE_ALARM.of(labels, highest > 0 ? 1 : 0)));
        return samples;
    }

    private static void addLogs(List<Sample> samples, Exposition page, Labels labels) {
        page.sum(COMMIT_SECONDS)
                .ifPresent(latency -> samples.add(Metrics.NODE_COMMIT.of(labels, Math.max(0, latency))));
        double ahead = orNaN(page.sum(WRITTEN)) - orNaN(page.sum(COMMITTED));
        if (!Double.isNaN(ahead)) {
            samples.add(Metrics.NODE_QUEUED.of(labels.with(Labels.PART, "commit"), Math.max(0, ahead)));
        }
    }

    /**
     * Adds messages without a confirm. Those of connections that went before their confirms count as open for ever, unless they were sent
     * before the first answer.
     */
    private void addUnconfirmed(List<Sample> samples, Exposition page, Labels labels) {
        double open = orNaN(page.sum(RECEIVED)) - orNaN(page.sum(CONFIRMED));
        if (Double.isNaN(neverConfirmed)) {
            neverConfirmed = open;
        } else if (!Double.isNaN(open)) {
            samples.add(Metrics.NODE_UNDER_WAY.of(labels, Math.max(0, open - neverConfirmed)));
        }
    }

    private static double orNaN(OptionalDouble value) {
        return value.orElse(Double.NaN);
    }
}

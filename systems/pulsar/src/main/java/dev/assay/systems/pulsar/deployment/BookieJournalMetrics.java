package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.prometheus.Exposition;
import dev.assay.cluster.prometheus.ExpositionMetrics;
import dev.assay.cluster.telemetry.CounterInterval;
import dev.assay.cluster.telemetry.CounterInterval.Counted;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a bookie's metrics of its journals (https://bookkeeper.apache.org/docs/admin/metrics): how long entries waited for the journal's
 * thread and how long until they were on disk, how long its syncs took, and what was waiting. Counts and sums are of the bookie's whole
 * life, so their differences are of the interval alone; its quantiles are of the last minute, and are not read.
 */
final class BookieJournalMetrics implements ExpositionMetrics.Reading {
    private static final String JOURNAL = "bookie_journal_JOURNAL_";
    private static final String APPEND_QUEUE = JOURNAL + "QUEUE_SIZE";
    private static final String SYNC_QUEUE = JOURNAL + "FORCE_WRITE_QUEUE_SIZE";
    private static final String IN_PROGRESS = "bookkeeper_server_ADD_ENTRY_IN_PROGRESS";
    private static final String THROTTLED = "bookie_throttled_write_count";
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Summary queued = new Summary(JOURNAL + "QUEUE_LATENCY");
    private final Summary added = new Summary(JOURNAL + "ADD_ENTRY");
    private final Summary syncs = new Summary(JOURNAL + "SYNC");
    private final CounterInterval.Increase throttled = new CounterInterval.Increase();
    private final Set<String> names = Stream.concat(
                    Stream.of(queued, added, syncs).flatMap(Summary::names),
                    Stream.of(APPEND_QUEUE, SYNC_QUEUE, IN_PROGRESS, THROTTLED))
            .collect(Collectors.toUnmodifiableSet());

    /** Holds times of successes in milliseconds, all journals of a bookie together. */
    private static final class Summary {
        private final String count;
        private final String sum;
        private final CounterInterval.Mean times = new CounterInterval.Mean();

        Summary(String name) {
            this.count = name + "_count";
            this.sum = name + "_sum";
        }

        Stream<String> names() {
            return Stream.of(count, sum);
        }

        @Nullable
        Counted next(Exposition page) {
            OptionalDouble counted = page.sum(count, "success", "true");
            OptionalDouble millis = page.sum(sum, "success", "true");
            return counted.isPresent() && millis.isPresent()
                    ? times.nextOfSum(counted.getAsDouble(), millis.getAsDouble())
                    : null;
        }
    }

    @Override
    public Set<String> names() {
        return names;
    }

    @Override
    public List<Sample> next(Exposition page, Labels labels, double seconds) {
        List<Sample> samples = new ArrayList<>();
        Counted waited = queued.next(page);
        Counted whole = added.next(page);
        Counted synced = syncs.next(page);
        if (waited != null) {
            samples.add(time(Metrics.NODE_WRITE_TIME, part(labels, "queue"), waited.mean()));
        }
        if (whole != null) {
            // An entry's time in the journal includes its wait.
            double alone = Math.max(0, whole.mean() - (waited == null ? 0 : waited.mean()));
            samples.add(time(Metrics.NODE_WRITE_TIME, part(labels, "append"), alone));
        }
        if (synced != null) {
            samples.add(time(Metrics.NODE_FLUSH, labels, synced.mean()));
        }
        add(samples, Metrics.NODE_QUEUED, part(labels, "append"), page.sum(APPEND_QUEUE));
        add(samples, Metrics.NODE_QUEUED, part(labels, "sync"), page.sum(SYNC_QUEUE));
        add(samples, Metrics.NODE_UNDER_WAY, labels, page.sum(IN_PROGRESS));
        page.sum(THROTTLED)
                .ifPresent(total -> throttled
                        .next(total)
                        .ifPresent(more -> samples.add(Metrics.NODE_THROTTLED.of(labels, more / seconds))));
        return samples;
    }

    private static Labels part(Labels labels, String part) {
        return labels.with(Labels.PART, part);
    }

    private static Sample time(Metric metric, Labels labels, double millis) {
        return metric.of(labels, millis / MILLIS_PER_SECOND);
    }

    private static void add(List<Sample> samples, Metric metric, Labels labels, OptionalDouble value) {
        value.ifPresent(known -> samples.add(metric.of(labels, known)));
    }
}

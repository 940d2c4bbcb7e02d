package dev.assay.systems.pulsar.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.cluster.prometheus.Exposition;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class BookieJournalMetricsTest {
    private static final Labels NODE = Labels.of(Labels.NODE, "bookie-2");

    private final BookieJournalMetrics metrics = new BookieJournalMetrics();
    private final List<String> lines = new ArrayList<>();

    private void summary(String name, String labels, long count, double millis) {
        lines.add(name + "_count{success=\"true\"" + labels + "} " + count);
        lines.add(name + "_sum{success=\"true\"" + labels + "} " + millis);
    }

    private List<Sample> next(double seconds) throws IOException {
        Exposition page =
                Exposition.read(new BufferedReader(new StringReader(String.join("\n", lines))), metrics.names());
        lines.clear();
        return metrics.next(page, NODE, seconds);
    }

    private static double value(List<Sample> samples, Metric metric, Labels labels) {
        return samples.stream()
                .filter(sample ->
                        sample.metric().equals(metric) && sample.labels().equals(labels))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static Labels part(String name) {
        return NODE.with(Labels.PART, name);
    }

    @Test
    void timesAreMeansOfWhatWasDoneInTheIntervalByAllJournals() throws IOException {
        summary("bookie_journal_JOURNAL_QUEUE_LATENCY", ", journalIndex=\"0\"", 1000, 500);
        summary("bookie_journal_JOURNAL_ADD_ENTRY", ", journalIndex=\"0\"", 1000, 9000);
        summary("bookie_journal_JOURNAL_SYNC", ", journalIndex=\"0\"", 100, 700);
        assertThat(next(Double.NaN)).isEmpty();
        // One journal with 300 more that waited 1 ms each, and another's first 100 that waited 5 ms: 2 ms on average.
        summary("bookie_journal_JOURNAL_QUEUE_LATENCY", ", journalIndex=\"0\"", 1300, 800);
        summary("bookie_journal_JOURNAL_QUEUE_LATENCY", ", journalIndex=\"1\"", 100, 500);
        summary("bookie_journal_JOURNAL_ADD_ENTRY", ", journalIndex=\"0\"", 1400, 9000 + 400 * 6);
        summary("bookie_journal_JOURNAL_SYNC", ", journalIndex=\"0\"", 104, 700 + 12);
        lines.add("bookie_journal_JOURNAL_SYNC_count{success=\"false\", journalIndex=\"0\"} 50");
        lines.add("bookie_journal_JOURNAL_SYNC_sum{success=\"false\", journalIndex=\"0\"} 5000");
        List<Sample> samples = next(2);
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("queue"))).isCloseTo(0.002, within(1e-12));
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("append")))
                .as("without the wait before it")
                .isCloseTo(0.004, within(1e-12));
        assertThat(value(samples, Metrics.NODE_FLUSH, NODE)).isCloseTo(0.003, within(1e-12));
        assertThat(samples).hasSize(3);
    }

    @Test
    void queuesAreAsTheyStandAndThrottledWritesAreOfTheInterval() throws IOException {
        lines.add("bookie_throttled_write_count{success=\"true\"} 10");
        assertThat(next(Double.NaN)).isEmpty();
        lines.add("bookie_throttled_write_count{success=\"true\"} 14");
        lines.add("bookie_throttled_write_count{success=\"false\"} 2");
        lines.add("bookie_journal_JOURNAL_QUEUE_SIZE{journalIndex=\"0\"} 7");
        lines.add("bookie_journal_JOURNAL_QUEUE_SIZE{journalIndex=\"1\"} 4");
        lines.add("bookie_journal_JOURNAL_FORCE_WRITE_QUEUE_SIZE{journalIndex=\"0\"} 2");
        lines.add("bookkeeper_server_ADD_ENTRY_IN_PROGRESS 19");
        assertThat(next(2))
                .containsExactlyInAnyOrder(
                        Metrics.NODE_THROTTLED.of(NODE, 3),
                        Metrics.NODE_QUEUED.of(part("append"), 11),
                        Metrics.NODE_QUEUED.of(part("sync"), 2),
                        Metrics.NODE_UNDER_WAY.of(NODE, 19));
    }

    /** The pages are of a bookie of Pulsar 4.0.8 before and after 37 500 messages, without most of what does not concern journals. */
    @Test
    void aRealBookiesPageIsUnderstood() throws IOException {
        lines.add(recorded("bookie-4.0.8-idle.prom"));
        assertThat(next(Double.NaN))
                .containsExactly(
                        Metrics.NODE_QUEUED.of(part("append"), 0),
                        Metrics.NODE_QUEUED.of(part("sync"), 0),
                        Metrics.NODE_UNDER_WAY.of(NODE, 0));
        lines.add(recorded("bookie-4.0.8-loaded.prom"));
        List<Sample> samples = next(60);
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("queue"))).isCloseTo(60.335 / 31_410, within(1e-12));
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("append")))
                .isCloseTo((554.887 - 60.335) / 31_410, within(1e-12));
        assertThat(value(samples, Metrics.NODE_FLUSH, NODE)).isCloseTo(5.813 / 2045, within(1e-12));
        assertThat(value(samples, Metrics.NODE_THROTTLED, NODE)).isZero();
        assertThat(samples).hasSize(7);
    }

    private static String recorded(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(BookieJournalMetricsTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    @Test
    void whatABookieDoesNotTellIsAbsent() throws IOException {
        assertThat(next(Double.NaN)).isEmpty();
        assertThat(next(1)).isEmpty();
    }
}

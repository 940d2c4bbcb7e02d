package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.driver.metric.ClientMetricsSources;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.junit.jupiter.api.Test;

/** Merges values of several clients, kept in the registry of metrics of Kafka's own clients. */
class KafkaClientMetricsTest {
    private static final long SECOND = 1_000_000_000;

    private final ClientMetricsSources clients = new ClientMetricsSources();

    private static final class RecordingClient {
        private final org.apache.kafka.common.metrics.Metrics registry = new org.apache.kafka.common.metrics.Metrics();
        private final String id;
        private final Sensor requests = registry.sensor("requests");
        private final Sensor batches = registry.sensor("batches");
        private final Sensor queue = registry.sensor("queue");
        private final Sensor latency = registry.sensor("latency");
        private final Sensor throttles = registry.sensor("throttles");
        private final Sensor waits = registry.sensor("waits");
        private final Sensor received = registry.sensor("received");
        private final Sensor fetches = registry.sensor("fetches");

        RecordingClient(String id, double freeBytes) {
            this.id = id;
            requests.add(producer("records-per-request-avg"), new Avg());
            requests.add(producer("record-send-total"), new CumulativeSum());
            batches.add(producer("batch-size-avg"), new Avg());
            batches.add(
                    new MetricName("byte-total", "producer-topic-metrics", "", Map.of("client-id", id, "topic", "t")),
                    new CumulativeSum());
            queue.add(producer("record-queue-time-avg"), new Avg());
            latency.add(producer("request-latency-avg"), new Avg());
            throttles.add(producer("produce-throttle-time-avg"), new Avg());
            waits.add(producer("bufferpool-wait-time-ns-total"), new CumulativeSum());
            registry.addMetric(producer("buffer-available-bytes"), (_, _) -> freeBytes);
            received.add(consumer("records-consumed-total"), new CumulativeSum());
            fetches.add(consumer("fetch-total"), new CumulativeSum());
            latency.add(consumer("fetch-latency-avg"), new Avg());
            throttles.add(consumer("fetch-throttle-time-avg"), new Avg());
        }

        private MetricName producer(String name) {
            return new MetricName(name, "producer-metrics", "", Map.of("client-id", id));
        }

        private MetricName consumer(String name) {
            return new MetricName(name, "consumer-fetch-manager-metrics", "", Map.of("client-id", id));
        }

        ClientMetrics metrics() {
            return new ClientMetrics(id, registry::metrics);
        }

        /** Records one request with {@code batchCount} equal batches. */
        void request(int batchCount, int messagesEach, int bytesEach, double queuedMillis, double latencyMillis) {
            for (int batch = 0; batch < batchCount; batch++) {
                batches.record(bytesEach);
                queue.record(queuedMillis);
            }
            requests.record(batchCount * messagesEach);
            latency.record(latencyMillis);
        }
    }

    private static double value(List<Sample> samples, Metric metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .findFirst()
                .orElseThrow()
                .value();
    }

    /** One producer sends 10 batches of 100 in one request, the other 30 of 1 in 30; what came before the interval does not count. */
    @Test
    void meansAreOfAllBatchesAndRequestsOfTheIntervalWhicheverProducerSentThem() {
        RecordingClient large = new RecordingClient("large", 5_000);
        RecordingClient small = new RecordingClient("small", 3_000);
        clients.add(new KafkaProducerMetrics(large.metrics(), "t"));
        clients.add(new KafkaProducerMetrics(small.metrics(), "t"));
        large.request(7, 7_000, 700_000, 7_000, 7_000);
        small.request(1, 1, 100, 1, 1);
        large.waits.record(9e9);
        small.waits.record(0);
        assertThat(clients.next(0)).isEmpty();

        large.request(10, 100, 8_000, 40, 50);
        for (int request = 0; request < 30; request++) {
            small.request(1, 1, 160, 0, 2);
        }
        large.waits.record(0.5e9);
        List<Sample> samples = clients.next(2 * SECOND);

        assertThat(value(samples, Metrics.CLIENT_BATCHES)).isCloseTo(20, within(1e-9));
        assertThat(value(samples, Metrics.CLIENT_BATCH_MESSAGES)).isCloseTo(1030 / 40.0, within(1e-9));
        assertThat(value(samples, Metrics.CLIENT_BATCH_BYTES)).isCloseTo((80_000 + 4_800) / 40.0, within(1e-9));
        assertThat(value(samples, Metrics.CLIENT_QUEUE)).isCloseTo(0.4 / 40, within(1e-12));
        assertThat(value(samples, Metrics.CLIENT_REQUEST_TIME)).isCloseTo((0.05 + 0.06) / 31, within(1e-12));
        assertThat(value(samples, Metrics.CLIENT_BUFFER_WAIT)).isCloseTo(0.5 / 4, within(1e-12));
        assertThat(value(samples, Metrics.CLIENT_BUFFER_AVAILABLE)).isEqualTo(3_000);

        assertThat(clients.next(3 * SECOND))
                .as("nothing was sent")
                .extracting(Sample::metric)
                .containsExactlyInAnyOrder(Metrics.CLIENT_BUFFER_WAIT, Metrics.CLIENT_BUFFER_AVAILABLE);
    }

    /** Brokers with a quota report each time for how long the client has to wait. */
    @Test
    void aQuotaIsTheFractionOfTimeForWhichBrokersHoldProducersBack() {
        RecordingClient held = new RecordingClient("held", 1);
        RecordingClient free = new RecordingClient("free", 1);
        clients.add(new KafkaProducerMetrics(held.metrics(), "t"));
        clients.add(new KafkaProducerMetrics(free.metrics(), "t"));
        for (RecordingClient client : List.of(held, free)) {
            client.request(1, 1, 100, 0, 1);
            client.throttles.record(0);
        }
        assertThat(clients.next(0)).isEmpty();

        for (int request = 0; request < 4; request++) {
            held.request(1, 1, 100, 0, 1);
            held.throttles.record(200);
            free.request(1, 1, 100, 0, 1);
            free.throttles.record(0);
        }
        assertThat(value(clients.next(2 * SECOND), Metrics.CLIENT_HELD_BACK)).isCloseTo(0.8 / 4, within(1e-12));

        held.request(1, 1, 100, 0, 1);
        held.throttles.record(30_000);
        assertThat(value(clients.next(3 * SECOND), Metrics.CLIENT_HELD_BACK)).isCloseTo(1, within(1e-12));
    }

    @Test
    void fetchesOfAllConsumersAreCountedTogether() {
        RecordingClient one = new RecordingClient("one", 1);
        RecordingClient other = new RecordingClient("other", 1);
        for (RecordingClient client : List.of(one, other)) {
            clients.add(new KafkaConsumerMetrics(client.metrics()));
            client.received.record(1_000);
            client.fetches.record(1);
            client.latency.record(900);
        }
        assertThat(clients.next(0)).isEmpty();

        one.received.record(300);
        one.fetches.record(1);
        one.latency.record(5);
        other.fetches.record(2);
        other.latency.record(500);
        other.throttles.record(100);
        List<Sample> samples = clients.next(SECOND);

        assertThat(value(samples, Metrics.CLIENT_FETCH_MESSAGES)).isCloseTo(100, within(1e-9));
        assertThat(value(samples, Metrics.CLIENT_FETCH_TIME)).isCloseTo((0.005 + 2 * 0.5) / 3, within(1e-12));
        assertThat(value(samples, Metrics.CLIENT_FETCH_HELD_BACK)).isCloseTo(2 * 0.1 / 1, within(1e-12));
    }

    @Test
    void aClientOfAnOlderReleaseThatLacksThemTellsWhatItHas() {
        clients.add(new KafkaProducerMetrics(new ClientMetrics("old", Map::of), "t"));
        clients.add(new KafkaConsumerMetrics(new ClientMetrics("old", Map::of)));
        clients.next(0);

        assertThat(clients.next(SECOND)).isEmpty();
    }
}

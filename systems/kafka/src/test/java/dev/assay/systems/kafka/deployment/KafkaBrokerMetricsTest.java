package dev.assay.systems.kafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.cluster.jvm.Beans;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class KafkaBrokerMetricsTest {
    private static final Labels NODE = Labels.of(Labels.NODE, "broker-2");
    private static final String FLUSHES = "kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs";
    private static final String IDLE =
            "kafka.server:type=KafkaRequestHandlerPool,name=BrokerRequestHandlerAvgIdlePercent";

    private final FakeBeans beans = new FakeBeans();
    private final KafkaBrokerMetrics metrics = new KafkaBrokerMetrics();

    private static final class FakeBeans implements Beans {
        private final Map<String, Map<String, Double>> numbers = new HashMap<>();

        void counted(String bean, double count, double mean) {
            numbers.put(bean, Map.of("Count", count, "Mean", mean));
        }

        void produced(String part, double count, double mean) {
            counted("kafka.network:type=RequestMetrics,name=" + part + ",request=Produce", count, mean);
        }

        @Override
        public Map<String, Double> numbers(String bean, String... attributes) {
            return numbers.getOrDefault(bean, Map.of());
        }

        @Override
        public Set<String> matching(String pattern) {
            return Set.of();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
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
    void eachPartIsTheMeanOfTheRequestsOfTheInterval() throws IOException {
        List<String> parts = List.of(
                "RequestQueueTimeMs",
                "LocalTimeMs",
                "RemoteTimeMs",
                "ThrottleTimeMs",
                "ResponseQueueTimeMs",
                "ResponseSendTimeMs");
        parts.forEach(part -> beans.produced(part, 1000, 1));
        assertThat(metrics.next(beans, NODE, Double.NaN)).isEmpty();
        // After 500 requests more, each mean over all is (1000 * 1 + 500 * x) / 1500 with x from 4 to 9 ms.
        for (int i = 0; i < parts.size(); i++) {
            beans.produced(parts.get(i), 1500, (1000 + 500 * (4.0 + i)) / 1500);
        }
        List<Sample> samples = metrics.next(beans, NODE, 2);
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("queue"))).isCloseTo(0.004, within(1e-12));
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("append"))).isCloseTo(0.005, within(1e-12));
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("replicas"))).isCloseTo(0.006, within(1e-12));
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("throttle"))).isCloseTo(0.007, within(1e-12));
        assertThat(value(samples, Metrics.NODE_WRITE_TIME, part("reply")))
                .as("waiting to be sent and being sent")
                .isCloseTo(0.017, within(1e-12));
        assertThat(value(samples, Metrics.NODE_WRITES, NODE)).isEqualTo(250);
    }

    @Test
    void flushesAndIdleHandlersAreOfTheInterval() throws IOException {
        beans.counted(FLUSHES, 10, 20);
        beans.numbers.put(IDLE, Map.of("Count", 40e9));
        metrics.next(beans, NODE, Double.NaN);
        beans.counted(FLUSHES, 14, (10 * 20 + 4 * 6) / 14.0);
        beans.numbers.put(IDLE, Map.of("Count", 40.75e9));
        List<Sample> samples = metrics.next(beans, NODE, 1);
        assertThat(value(samples, Metrics.NODE_FLUSH, NODE)).isCloseTo(0.006, within(1e-12));
        assertThat(value(samples, Metrics.NODE_HANDLERS_IDLE, NODE)).isEqualTo(0.75);
        assertThat(samples).hasSize(2);
    }

    @Test
    void whatABrokerHasNoBeanForIsAbsent() throws IOException {
        metrics.next(beans, NODE, Double.NaN);
        assertThat(metrics.next(beans, NODE, 1)).isEmpty();
    }
}

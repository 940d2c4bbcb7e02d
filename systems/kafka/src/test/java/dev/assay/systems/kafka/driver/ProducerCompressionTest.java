package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.SendCompression;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class ProducerCompressionTest {
    private record Fixed(MetricName metricName, Object metricValue) implements Metric {}

    private static Map<MetricName, Metric> producer(double rate, double messages) {
        MetricName ratio = name("compression-rate-avg", "producer-metrics");
        MetricName ofTopic = name("compression-rate", "producer-topic-metrics");
        MetricName total = name("record-send-total", "producer-metrics");
        return Map.of(
                ratio, new Fixed(ratio, rate), ofTopic, new Fixed(ofTopic, 0.99), total, new Fixed(total, messages));
    }

    private static MetricName name(String name, String group) {
        return new MetricName(name, group, "", Map.of());
    }

    @Test
    void theRatioIsTheProducersMeanByMessages() {
        assertThat(ProducerCompression.of("lz4", List.of(producer(0.4, 3000), producer(0.8, 1000))))
                .contains(new SendCompression("lz4", 0.5, 4000, 2));
    }

    @Test
    void aProducerThatSentNothingLatelyTellsNothing() {
        assertThat(ProducerCompression.of("lz4", List.of(producer(0.4, 3000), producer(Double.NaN, 1000))))
                .contains(new SendCompression("lz4", 0.4, 3000, 1));
        assertThat(ProducerCompression.of("lz4", List.of(Map.of()))).contains(SendCompression.unavailable("lz4"));
    }

    @Test
    void withoutCompressionThereIsNoRatio() {
        assertThat(ProducerCompression.of("none", List.of(producer(1, 1000)))).isEmpty();
    }
}

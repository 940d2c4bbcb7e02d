package dev.assay.systems.kafka.driver;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricConfig;

/** Reads the metrics of one of Kafka's clients (https://kafka.apache.org/documentation/#monitoring) by name. */
final class ClientMetrics {
    private static final String CLIENT = "client-id";
    private static final String TOPIC = "topic";

    /** A configuration with which a mean forgets all its values. */
    private static final MetricConfig FORGETTING = new MetricConfig().timeWindow(0, TimeUnit.MILLISECONDS);

    private final Supplier<Map<MetricName, ? extends Metric>> metrics;
    private final String client;

    ClientMetrics(String client, Supplier<Map<MetricName, ? extends Metric>> metrics) {
        this.client = client;
        this.metrics = metrics;
    }

    /** Returns a metric of the whole client; NaN where it has none. */
    double value(String group, String name) {
        return value(new MetricName(name, group, "", Map.of(CLIENT, client)));
    }

    /** Returns a metric of a topic; NaN where it has none, as before the first message. */
    double ofTopic(String group, String name, String topic) {
        return value(new MetricName(name, group, "", Map.of(CLIENT, client, TOPIC, topic)));
    }

    private double value(MetricName name) {
        Metric metric = metrics.get().get(name);
        return metric != null && metric.metricValue() instanceof Double value ? value : Double.NaN;
    }

    /**
     * Returns the mean of the values since the last call; empty where there was none. The client takes such means over 30 to 60 seconds and
     * keeps no counts, so it is made to forget the values reported, which changes nothing else. Values recorded between reporting and
     * forgetting are left out.
     */
    OptionalDouble meanSinceAsked(String group, String name) {
        Metric metric = metrics.get().get(new MetricName(name, group, "", Map.of(CLIENT, client)));
        if (!(metric instanceof KafkaMetric kafkaMetric) || !(kafkaMetric.metricValue() instanceof Double mean)) {
            return OptionalDouble.empty();
        }
        MetricConfig usual = kafkaMetric.config();
        kafkaMetric.config(FORGETTING);
        Object _ = kafkaMetric.metricValue();
        kafkaMetric.config(usual);
        return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
    }
}

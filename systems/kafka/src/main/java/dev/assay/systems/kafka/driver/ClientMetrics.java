package dev.assay.systems.kafka.driver;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricConfig;

/** The metrics of one of Kafka's clients (https://kafka.apache.org/documentation/#monitoring), by name. */
final class ClientMetrics {
    private static final String CLIENT = "client-id";
    private static final String TOPIC = "topic";

    /** With it a mean forgets all that it has. */
    private static final MetricConfig FORGETTING = new MetricConfig().timeWindow(0, TimeUnit.MILLISECONDS);

    private final Supplier<Map<MetricName, ? extends Metric>> metrics;
    private final String client;

    ClientMetrics(String client, Supplier<Map<MetricName, ? extends Metric>> metrics) {
        this.client = client;
        this.metrics = metrics;
    }

    /** One of the whole client; no number where it has none. */
    double value(String group, String name) {
        return value(new MetricName(name, group, "", Map.of(CLIENT, client)));
    }

    /** One of a topic; no number where it has none, as before the first message. */
    double ofTopic(String group, String name, String topic) {
        return value(new MetricName(name, group, "", Map.of(CLIENT, client, TOPIC, topic)));
    }

    private double value(MetricName name) {
        Metric metric = metrics.get().get(name);
        return metric != null && metric.metricValue() instanceof Double value ? value : Double.NaN;
    }

    /**
     * The mean of what was recorded since the last call; empty where that was nothing. The client takes such means over 30 to 60
     * seconds, and has no counts of them: it is made to forget what it has told, which changes nothing but what it tells. What is
     * recorded between telling and forgetting is left out.
     */
    OptionalDouble meanSinceAsked(String group, String name) {
        Metric metric = metrics.get().get(new MetricName(name, group, "", Map.of(CLIENT, client)));
        if (!(metric instanceof KafkaMetric own) || !(own.metricValue() instanceof Double mean)) {
            return OptionalDouble.empty();
        }
        MetricConfig usual = own.config();
        own.config(FORGETTING);
        Object _ = own.metricValue();
        own.config(usual);
        return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
    }
}

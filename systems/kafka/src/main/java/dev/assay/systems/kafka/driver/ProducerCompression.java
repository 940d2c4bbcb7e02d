package dev.assay.systems.kafka.driver;

import dev.assay.model.result.SendCompression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Measures producers' compression by the client's own metrics. {@code compression-rate-avg} is the mean over the batches of the last minute
 * or so of their compressed size divided by their uncompressed one.
 */
final class ProducerCompression {
    static final String NONE = "none";

    private static final String GROUP = "producer-metrics";

    private ProducerCompression() {}

    /** Returns the mean of the producers, weighted by the messages that each has sent; empty where the codec is none. */
    static Optional<SendCompression> of(String codec, List<? extends Map<MetricName, ? extends Metric>> producers) {
        if (codec.equals(NONE)) {
            return Optional.empty();
        }
        List<SendCompression> compressions = new ArrayList<>(List.of(SendCompression.unavailable(codec)));
        for (Map<MetricName, ? extends Metric> metrics : producers) {
            double ratio = value(metrics, "compression-rate-avg").orElse(0);
            long messages = Math.round(value(metrics, "record-send-total").orElse(0));
            if (ratio > 0 && messages > 0) {
                compressions.add(new SendCompression(codec, ratio, messages, 1));
            }
        }
        return SendCompression.merged(compressions);
    }

    /** Returns a metric of the whole producer; empty where it is missing or NaN, as when nothing was measured lately. */
    private static OptionalDouble value(Map<MetricName, ? extends Metric> metrics, String name) {
        return metrics.entrySet().stream()
                .filter(entry -> entry.getKey().group().equals(GROUP)
                        && entry.getKey().name().equals(name))
                .map(entry -> entry.getValue().metricValue())
                .filter(Double.class::isInstance)
                .mapToDouble(Double.class::cast)
                .filter(Double::isFinite)
                .findFirst();
    }
}

package dev.assay.systems.kafka.driver;

import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.driver.metric.CounterDelta;
import dev.assay.model.metric.Metrics;
import java.util.OptionalDouble;

/**
 * Reads a producer's metrics of its batches, requests and buffer. The client counts messages and the bytes of batches, but neither batches
 * nor requests: their number is one of the counters divided by the mean over the same batches or requests.
 */
final class KafkaProducerMetrics implements ClientMetricsSource {
    private static final String GROUP = "producer-metrics";
    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;

    private final ClientMetrics metrics;
    private final String topic;
    private final CounterDelta messages = new CounterDelta();
    private final CounterDelta bytes = new CounterDelta();
    private final CounterDelta waited = new CounterDelta();

    KafkaProducerMetrics(ClientMetrics metrics, String topic) {
        this.metrics = metrics;
        this.topic = topic;
    }

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        OptionalDouble sent = messages.since(metrics.value(GROUP, "record-send-total"));
        double bytesSoFar = metrics.ofTopic("producer-topic-metrics", "byte-total", topic);
        // The metric exists from the first batch on.
        OptionalDouble sentBytes = bytes.since(Double.isNaN(bytesSoFar) ? 0 : bytesSoFar);
        OptionalDouble bytesEach = metrics.meanSinceAsked(GROUP, "batch-size-avg");
        OptionalDouble queuedMillis = metrics.meanSinceAsked(GROUP, "record-queue-time-avg");
        OptionalDouble messagesEach = metrics.meanSinceAsked(GROUP, "records-per-request-avg");
        OptionalDouble requestMillis = metrics.meanSinceAsked(GROUP, "request-latency-avg");
        OptionalDouble throttledMillis = metrics.meanSinceAsked(GROUP, "produce-throttle-time-avg");
        if (sent.isPresent() && sentBytes.isPresent() && bytesEach.isPresent() && bytesEach.getAsDouble() > 0) {
            double batches = sentBytes.getAsDouble() / bytesEach.getAsDouble();
            sums.perSecond(Metrics.CLIENT_BATCHES, batches);
            sums.mean(Metrics.CLIENT_BATCH_MESSAGES, sent.getAsDouble(), batches);
            sums.mean(Metrics.CLIENT_BATCH_BYTES, sentBytes.getAsDouble(), batches);
            queuedMillis.ifPresent(millis -> sums.mean(Metrics.CLIENT_QUEUE, batches * millis / MILLIS, batches));
        }
        if (sent.isPresent() && messagesEach.isPresent() && messagesEach.getAsDouble() > 0) {
            double requests = sent.getAsDouble() / messagesEach.getAsDouble();
            requestMillis.ifPresent(
                    millis -> sums.mean(Metrics.CLIENT_REQUEST_TIME, requests * millis / MILLIS, requests));
            // Each broker holds back its own connection; where several do at once, the time counts once.
            throttledMillis.ifPresent(millis -> sums.mean(
                    Metrics.CLIENT_HELD_BACK, Math.min(requests * millis / MILLIS, sums.seconds()), sums.seconds()));
        }
        waited.since(metrics.value(GROUP, "bufferpool-wait-time-ns-total"))
                .ifPresent(nanos -> sums.mean(Metrics.CLIENT_BUFFER_WAIT, nanos / NANOS, sums.seconds()));
        sums.min(Metrics.CLIENT_BUFFER_AVAILABLE, metrics.value(GROUP, "buffer-available-bytes"));
    }
}

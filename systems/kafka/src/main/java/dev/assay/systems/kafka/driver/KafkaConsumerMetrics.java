package dev.assay.systems.kafka.driver;

import dev.assay.driver.metric.ClientMetricsSources.ClientMetricsSource;
import dev.assay.driver.metric.ClientSums;
import dev.assay.driver.metric.CounterDelta;
import dev.assay.model.metric.Metrics;
import java.util.OptionalDouble;

/** Reads a consumer's metrics of its fetches, empty ones included. */
final class KafkaConsumerMetrics implements ClientMetricsSource {
    private static final String GROUP = "consumer-fetch-manager-metrics";
    private static final double MILLIS = 1e3;

    private final ClientMetrics metrics;
    private final CounterDelta messages = new CounterDelta();
    private final CounterDelta fetches = new CounterDelta();

    KafkaConsumerMetrics(ClientMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void tell(ClientSums sums, long nanoTime) {
        OptionalDouble received = messages.since(metrics.value(GROUP, "records-consumed-total"));
        OptionalDouble fetched = fetches.since(metrics.value(GROUP, "fetch-total"));
        OptionalDouble throttledMillis = metrics.meanSinceAsked(GROUP, "fetch-throttle-time-avg");
        OptionalDouble millis = metrics.meanSinceAsked(GROUP, "fetch-latency-avg");
        if (received.isPresent() && fetched.isPresent()) {
            double count = fetched.getAsDouble();
            sums.mean(Metrics.CLIENT_FETCH_MESSAGES, received.getAsDouble(), count);
            throttledMillis.ifPresent(each -> sums.mean(
                    Metrics.CLIENT_FETCH_HELD_BACK, Math.min(count * each / MILLIS, sums.seconds()), sums.seconds()));
            millis.ifPresent(each -> sums.mean(Metrics.CLIENT_FETCH_TIME, count * each / MILLIS, count));
        }
    }
}

package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.jvm.Beans;
import dev.assay.cluster.jvm.JvmMetrics.BeanMetrics;
import dev.assay.cluster.telemetry.CounterInterval;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a broker's metrics (https://kafka.apache.org/documentation/#monitoring): where the time of produce requests went, how idle its
 * request handlers were, how long its logs took to flush. Counts and means are of the broker's whole life, so their differences are of the
 * interval alone; rates and percentiles, which forget only over minutes, are not read.
 *
 * <p>Fetches of followers are left out: on nodes that are also controllers they include those of the metadata log.
 */
final class KafkaBrokerMetrics implements BeanMetrics {
    /** Ticks of the meter of idle handlers per second: nanoseconds, averaged over the pool's threads. */
    private static final double TICKS_PER_SECOND = 1e9;

    /**
     * The brokers' own handlers, reported since 4.2; the older RequestHandlerAvgIdlePercent includes those of the controller in the same
     * process.
     */
    private static final String IDLE =
            "kafka.server:type=KafkaRequestHandlerPool,name=BrokerRequestHandlerAvgIdlePercent";

    private static final String FLUSHES = "kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs";
    private static final String COUNT = "Count";
    private static final String MEAN = "Mean";
    private static final double MILLIS_PER_SECOND = 1e3;

    private final List<Part> parts = List.of(
            new Part("queue", "RequestQueueTimeMs"),
            new Part("append", "LocalTimeMs"),
            new Part("replicas", "RemoteTimeMs"),
            new Part("throttle", "ThrottleTimeMs"),
            new Part("reply", "ResponseQueueTimeMs", "ResponseSendTimeMs"));
    private final CounterInterval.Mean flushes = new CounterInterval.Mean();
    private final CounterInterval.Increase idle = new CounterInterval.Increase();

    /** Holds Assay's name for a part of the time of a produce request, and the beans whose times make it up. */
    private static final class Part {
        private final String name;
        private final Map<String, CounterInterval.Mean> times = new LinkedHashMap<>();

        Part(String name, String... beans) {
            this.name = name;
            for (String bean : beans) {
                times.put(
                        "kafka.network:type=RequestMetrics,name=" + bean + ",request=Produce",
                        new CounterInterval.Mean());
            }
        }

        /** Adds up the means of all beans, which count the same requests; null where there was no request. */
        CounterInterval.@Nullable Counted next(Beans beans) throws IOException {
            double count = 0;
            double mean = 0;
            for (Map.Entry<String, CounterInterval.Mean> each : times.entrySet()) {
                CounterInterval.Counted counted = counted(beans, each.getKey(), each.getValue());
                if (counted != null) {
                    count = counted.count();
                    mean += counted.mean();
                }
            }
            return count == 0 ? null : new CounterInterval.Counted(count, mean);
        }
    }

    private static CounterInterval.@Nullable Counted counted(Beans beans, String bean, CounterInterval.Mean times)
            throws IOException {
        Map<String, Double> now = beans.numbers(bean, COUNT, MEAN);
        return now.isEmpty() ? null : times.next(number(now, COUNT), number(now, MEAN));
    }

    private static double number(Map<String, Double> numbers, String attribute) {
        return Objects.requireNonNull(numbers.get(attribute), attribute);
    }

    @Override
    public List<Sample> next(Beans beans, Labels labels, double seconds) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (Part part : parts) {
            CounterInterval.Counted times = part.next(beans);
            if (times == null) {
                continue;
            }
            samples.add(
                    Metrics.NODE_WRITE_TIME.of(labels.with(Labels.PART, part.name), times.mean() / MILLIS_PER_SECOND));
            if (part == parts.getFirst()) {
                samples.add(Metrics.NODE_WRITES.of(labels, times.count() / seconds));
            }
        }
        CounterInterval.Counted flushed = counted(beans, FLUSHES, flushes);
        if (flushed != null) {
            samples.add(Metrics.NODE_FLUSH.of(labels, flushed.mean() / MILLIS_PER_SECOND));
        }
        Map<String, Double> ticks = beans.numbers(IDLE, COUNT);
        if (!ticks.isEmpty()) {
            idle.next(number(ticks, COUNT))
                    .ifPresent(gone -> samples.add(
                            Metrics.NODE_HANDLERS_IDLE.of(labels, Math.min(1, gone / TICKS_PER_SECOND / seconds))));
        }
        return samples;
    }
}

package dev.assay.run.metrics;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableMetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBucket;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot.State;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot.StateSetDataPointSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What can be scraped, as OpenTelemetry has it (https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/). Receivers that
 * follow Prometheus's rules give the names their {@code _seconds} and {@code _total} back. What is counted is no unit there, and stays in the name;
 * so does {@code _info}.
 *
 * @param resource what all of it is about
 * @param nowNanos when it is, since 1970
 */
record OtlpData(Resource resource, long nowNanos) {
    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("dev.assay");
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** A family of a kind that {@link MetricFamilies} has. */
    MetricData of(MetricSnapshot family) {
        String name = family.getMetadata().getName();
        String help = family.getMetadata().getHelp();
        String unit = MetricFamilies.MESSAGES.equals(family.getMetadata().getUnit()) ? "{message}" : "";
        List<DoublePointData> points = new ArrayList<>();
        switch (family) {
            case HistogramSnapshot histograms -> {
                return ImmutableMetricData.createExponentialHistogram(
                        resource, SCOPE, name.replaceAll("_seconds$", ""), help, "s", exponential(histograms));
            }
            case GaugeSnapshot gauges -> {
                gauges.getDataPoints().forEach(one -> points.add(point(one, one.getLabels(), one.getValue())));
                return ImmutableMetricData.createDoubleGauge(
                        resource, SCOPE, name, help, unit, GaugeData.createDoubleGaugeData(points));
            }
            case CounterSnapshot counters ->
                counters.getDataPoints().forEach(one -> points.add(point(one, one.getLabels(), one.getValue())));
            case InfoSnapshot information -> {
                name += "_info";
                information.getDataPoints().forEach(one -> points.add(point(one, one.getLabels(), 1)));
            }
            case StateSetSnapshot states -> {
                for (StateSetDataPointSnapshot one : states.getDataPoints()) {
                    for (State state : one) {
                        Labels labels = one.getLabels().add(name, state.getName());
                        points.add(point(one, labels, state.isTrue() ? 1 : 0));
                    }
                }
            }
            default -> throw new IllegalArgumentException("MetricFamilies has no other kind: " + family);
        }
        SumData<DoublePointData> sum = SumData.createDoubleSumData(
                family instanceof CounterSnapshot, AggregationTemporality.CUMULATIVE, points);
        return ImmutableMetricData.createDoubleSum(resource, SCOPE, name, help, unit, sum);
    }

    private DoublePointData point(DataPointSnapshot of, Labels labels, double value) {
        return DoublePointData.create(sinceNanos(of), nowNanos, attributes(labels), value, List.of());
    }

    private ExponentialHistogramData exponential(HistogramSnapshot histograms) {
        List<ExponentialHistogramPointData> points = new ArrayList<>();
        for (HistogramDataPointSnapshot one : histograms.getDataPoints()) {
            int scale = one.getNativeSchema();
            points.add(ExponentialHistogramPointData.create(
                    scale,
                    one.getSum(),
                    one.getNativeZeroCount(),
                    false, // The least and
                    0,
                    false, // the greatest are not known.
                    0,
                    buckets(scale, one.getNativeBucketsForPositiveValues()),
                    buckets(scale, one.getNativeBucketsForNegativeValues()),
                    sinceNanos(one),
                    nowNanos,
                    attributes(one.getLabels()),
                    List.of()));
        }
        return ExponentialHistogramData.create(AggregationTemporality.CUMULATIVE, points);
    }

    /** All from the first to the last, where Prometheus leaves the empty ones out. Theirs are numbered by the upper bound, these by the lower one. */
    private static ExponentialHistogramBuckets buckets(int scale, NativeHistogramBuckets filled) {
        int first = filled.size() == 0 ? 0 : filled.getBucketIndex(0);
        List<Long> counts = new ArrayList<>();
        for (NativeHistogramBucket bucket : filled) {
            counts.addAll(Collections.nCopies(bucket.getBucketIndex() - first - counts.size(), 0L));
            counts.add(bucket.getCount());
        }
        return ExponentialHistogramBuckets.create(scale, first - 1, counts);
    }

    /** 0 where it is not known. */
    private static long sinceNanos(DataPointSnapshot of) {
        return of.getCreatedTimestampMillis() * NANOS_PER_MILLI;
    }

    private static Attributes attributes(Labels labels) {
        AttributesBuilder attributes = Attributes.builder();
        labels.forEach(label -> attributes.put(label.getName(), label.getValue()));
        return attributes.build();
    }
}

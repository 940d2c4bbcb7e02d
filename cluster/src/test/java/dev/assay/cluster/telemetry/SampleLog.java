package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Sample;
import dev.assay.testing.time.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Collects samples, and sums up their rates. On a slow machine some samples may have been due before the event that a test waits for, and
 * none stands for a second precisely.
 */
final class SampleLog implements Consumer<TelemetrySample> {
    private final BlockingQueue<TelemetrySample> arriving = new LinkedBlockingQueue<>();
    private final List<TelemetrySample> taken = new ArrayList<>();

    @Override
    public void accept(TelemetrySample sample) {
        arriving.add(sample);
    }

    private void take(long deadline) throws InterruptedException {
        TelemetrySample sample = arriving.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        assertThat(sample).as("another sample within %s", Eventually.PATIENCE).isNotNull();
        taken.add(sample);
    }

    TelemetrySample last() {
        return taken.getLast();
    }

    /** Returns the latest value of that metric with these labels. */
    OptionalDouble last(Metric metric, Labels labels) {
        return metric(last(), metric, labels);
    }

    private static OptionalDouble metric(TelemetrySample sample, Metric metric, Labels labels) {
        return sample.samples().stream()
                .filter(one -> one.metric().equals(metric) && one.labels().equals(labels))
                .mapToDouble(Sample::value)
                .findFirst();
    }

    /** Takes samples until one more has the value. */
    void awaitValue(Metric metric, Labels labels) throws InterruptedException {
        int before = taken.size();
        await(() -> taken.size() > before && last(metric, labels).isPresent());
    }

    /** Takes samples until the value, a rate per second, adds up to {@code min}. */
    void awaitSum(Metric metric, Labels labels, double min) throws InterruptedException {
        await(() -> sum(metric, labels) >= min);
    }

    void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Eventually.PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            take(deadline);
        }
    }

    /** Sums up the value, a rate per second, over all samples taken but the first, which marks the beginning. */
    double sum(Metric metric, Labels labels) {
        double sum = 0;
        for (int i = 1; i < taken.size(); i++) {
            sum += metric(taken.get(i), metric, labels).orElse(0) * secondsUpTo(i, i - 1);
        }
        return sum;
    }

    long count(Metric metric, Labels labels) {
        return taken.stream()
                .filter(sample -> metric(sample, metric, labels).isPresent())
                .count();
    }

    int count() {
        return taken.size();
    }

    private double secondsUpTo(int sample, int from) {
        return (taken.get(sample).nanoTime() - taken.get(from).nanoTime()) / 1e9;
    }
}

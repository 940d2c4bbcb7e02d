package dev.assay.report;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/** Makes values over time as from three brokers, a worker and their machine. */
final class SampleSeries {
    private static final double RECORD_BYTES = 1100;
    private static final Labels MACHINE = Labels.of(Labels.HOST, Metrics.COORDINATOR);

    private final Random random;
    private final SampleTrial trial;
    private final List<Recorded> values = new ArrayList<>();

    private record Recorded(Metric metric, Labels labels, IntToDoubleFunction bySecond) {}

    SampleSeries(SampleTrial trial, Random random) {
        this.trial = trial;
        this.random = random;
        load();
        for (int broker = 1; broker <= 3; broker++) {
            broker(Labels.of(Labels.NODE, "broker-" + broker), 0.85 + 0.1 * broker);
        }
        Labels worker = Labels.of(Labels.WORKER, "w1");
        process(worker, 0.62, 420e6);
        add(Metrics.WORKER_GC_PAUSE, worker, second -> second % 7 == 3 ? 0.002 + 0.003 * random.nextDouble() : 0);
        add(Metrics.WORKER_HICCUP, worker, second -> 0.0003 + Math.exp(0.8 * random.nextGaussian()) * 0.0005);
        add(Metrics.HOST_CPU, MACHINE, second -> busy(second) ? near(2.9, 0.1) : near(0.4, 0.3));
        add(Metrics.HOST_DISK_WRITTEN, MACHINE, second -> busy(second) ? near(rate() * RECORD_BYTES * 3, 0.3) : 2e5);
        add(Metrics.HOST_CPU_STEAL, MACHINE, second -> Math.max(0, near(0.018, 0.7)));
        add(Metrics.HOST_PRESSURE, some("cpu"), second -> busy(second) ? near(0.075, 0.3) : 0.005);
        add(Metrics.HOST_PRESSURE, some("io"), second -> busy(second) ? near(0.022, 0.5) : 0.001);
    }

    private static Labels some(String resource) {
        return MACHINE.with(Labels.RESOURCE, resource).with(Labels.STALL, "some");
    }

    private void add(Metric metric, Labels labels, IntToDoubleFunction bySecond) {
        values.add(new Recorded(metric, labels, bySecond));
    }

    Series build() {
        Series.Builder series = new Series.Builder();
        for (int second = 1; second <= trial.loadSeconds() + trial.drainSeconds; second++) {
            series.at(second);
            for (Recorded recorded : values) {
                double value = recorded.bySecond().applyAsDouble(second);
                if (!Double.isNaN(value)) {
                    series.put(recorded.metric(), recorded.labels(), value);
                }
            }
        }
        return series.build();
    }

    private void load() {
        add(Metrics.OFFERED, Labels.NONE, second -> busy(second) ? near(rate(), 0.004) : 0);
        add(Metrics.SENT, Labels.NONE, this::flow);
        add(Metrics.ACKED, Labels.NONE, second -> flow(second) * near(1, 0.002));
        add(Metrics.RECEIVED, Labels.NONE, second -> flow(second) * near(1, 0.003));
        add(
                Metrics.BACKLOG,
                Labels.NONE,
                second ->
                        busy(second) ? Math.floor(Math.abs(near(120, 0.4)) + (stalled(second) ? rate() * 0.8 : 0)) : 0);
        add(Metrics.FAILED, Labels.NONE, second -> 0);
    }

    private double flow(int second) {
        if (!busy(second)) {
            return 0;
        }
        double fraction = stalled(second) ? 0.12 : stalled(second - 1) ? 1.88 : 1;
        return near(rate(), 0.004) * fraction;
    }

    private void broker(Labels node, double cores) {
        process(node, cores, 610e6);
        add(Metrics.PROCESS_DISK_READ, node, second -> second % 20 == 4 ? 4e6 * random.nextDouble() : 0);
        add(
                Metrics.PROCESS_DISK_WRITTEN,
                node,
                second -> busy(second) && !stalled(second) ? near(rate() * RECORD_BYTES, 0.25) : 3e5);
        add(Metrics.PROCESS_NETWORK_RECEIVED, node, second -> busy(second) ? near(rate() * RECORD_BYTES, 0.03) : 1e4);
        add(Metrics.PROCESS_NETWORK_SENT, node, second -> busy(second) ? near(rate() * RECORD_BYTES * 1.3, 0.03) : 1e4);
    }

    private void process(Labels process, double cores, double resident) {
        add(
                Metrics.PROCESS_CPU,
                process,
                second -> second == 30 ? Double.NaN : busy(second) ? near(cores, 0.08) : 0.04);
        add(Metrics.PROCESS_MEMORY, process, second -> resident * (1 + 0.25 * (1 - Math.exp(-second / 25.0))));
    }

    private boolean busy(int second) {
        return second <= trial.loadSeconds();
    }

    private boolean stalled(int second) {
        return trial.stallSecond >= 0 && second == trial.stallSecond + 1;
    }

    private double rate() {
        return trial.ratePerSecond;
    }

    private double near(double value, double spread) {
        return value * (1 + spread * random.nextGaussian() * 0.5);
    }
}

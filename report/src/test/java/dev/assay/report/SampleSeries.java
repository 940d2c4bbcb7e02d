package dev.assay.report;

import dev.assay.core.result.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/** Figures over time as three brokers, a worker and their machine would give. */
final class SampleSeries {
    private static final double RECORD_BYTES = 1100;
    private final Random random;
    private final SampleTrial trial;
    private final Map<String, IntToDoubleFunction> columns = new LinkedHashMap<>();

    SampleSeries(SampleTrial trial, Random random) {
        this.trial = trial;
        this.random = random;
        load();
        for (int broker = 1; broker <= 3; broker++) {
            broker("broker-" + broker, 0.85 + 0.1 * broker);
        }
        process("w1", 0.62, 420e6);
        columns.put("w1.gc_ms", second -> second % 7 == 3 ? 2 + 3 * random.nextDouble() : 0);
        columns.put("w1.hiccup_max_ms", second -> 0.3 + Math.exp(0.8 * random.nextGaussian()) * 0.5);
        columns.put("machine.cpu_cores", second -> busy(second) ? near(2.9, 0.1) : near(0.4, 0.3));
        columns.put(
                "machine.disk_write_bytes_per_s", second -> busy(second) ? near(rate() * RECORD_BYTES * 3, 0.3) : 2e5);
        columns.put("machine.steal_percent", second -> Math.max(0, near(1.8, 0.7)));
        columns.put("machine.psi_cpu_some_percent", second -> busy(second) ? near(7.5, 0.3) : 0.5);
        columns.put("machine.psi_io_some_percent", second -> busy(second) ? near(2.2, 0.5) : 0.1);
    }

    Series build() {
        List<String> names = new ArrayList<>(List.of(Series.TIME));
        names.addAll(columns.keySet());
        List<double[]> rows = new ArrayList<>();
        for (int second = 1; second <= trial.loadSeconds() + trial.drainSeconds; second++) {
            double[] row = new double[names.size()];
            row[0] = second;
            int column = 1;
            for (IntToDoubleFunction figure : columns.values()) {
                row[column++] = figure.applyAsDouble(second);
            }
            rows.add(row);
        }
        return new Series(names, rows);
    }

    private void load() {
        columns.put("offered_per_s", second -> busy(second) ? near(rate(), 0.004) : 0);
        columns.put("sent_per_s", this::flow);
        columns.put("acked_per_s", second -> flow(second) * near(1, 0.002));
        columns.put("received_per_s", second -> flow(second) * near(1, 0.003));
        columns.put(
                "backlog",
                second ->
                        busy(second) ? Math.floor(Math.abs(near(120, 0.4)) + (stalled(second) ? rate() * 0.8 : 0)) : 0);
        columns.put("failed_per_s", second -> 0);
    }

    private double flow(int second) {
        if (!busy(second)) {
            return 0;
        }
        double share = stalled(second) ? 0.12 : stalled(second - 1) ? 1.88 : 1;
        return near(rate(), 0.004) * share;
    }

    private void broker(String name, double cores) {
        process(name, cores, 610e6);
        columns.put(name + ".disk_read_bytes_per_s", second -> second % 20 == 4 ? 4e6 * random.nextDouble() : 0);
        columns.put(
                name + ".disk_write_bytes_per_s",
                second -> busy(second) && !stalled(second) ? near(rate() * RECORD_BYTES, 0.25) : 3e5);
        columns.put(name + ".net_in_bytes_per_s", second -> busy(second) ? near(rate() * RECORD_BYTES, 0.03) : 1e4);
        columns.put(
                name + ".net_out_bytes_per_s", second -> busy(second) ? near(rate() * RECORD_BYTES * 1.3, 0.03) : 1e4);
    }

    private void process(String name, double cores, double resident) {
        columns.put(name + ".cpu_cores", second -> second == 30 ? Double.NaN : busy(second) ? near(cores, 0.08) : 0.04);
        columns.put(name + ".resident_bytes", second -> resident * (1 + 0.25 * (1 - Math.exp(-second / 25.0))));
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

package dev.assay.bench.kafka;

import dev.assay.analysis.steady.Slope;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Measures the worker under the load of the quickstart: its resident memory, whether that grows, and how late it sends. */
public final class MemoryBenchmark {
    private static final double MINUTE_NANOS = 60e9;
    private static final double MIB = 1 << 20;

    private final Settings settings;

    public MemoryBenchmark(Settings settings) {
        this.settings = settings;
    }

    public void run() throws Exception {
        PlannedTrial trial = BenchScenarios.ofQuickstart(List.of("timing.measure=" + settings.minutes() + " min"));
        try (KafkaBrokers brokers = KafkaBrokers.start(trial)) {
            print(WorkerRun.of(trial, brokers));
        }
    }

    /** Prints the readings without the JVM's own growth in the first two minutes, or in the first third of a shorter run. */
    private void print(WorkerRun run) {
        double steadyAfter = Math.min(2, settings.minutes() / 3.0);
        double[] resident = resident(run, 0);
        double[] later = resident(run, steadyAfter);
        Slope growth = Slope.of(later);
        Histogram hiccups = run.measured().hiccups();
        System.out.println("Memory: the worker under the load of scenarios/quickstart.yaml for " + settings.minutes()
                + " min; growth after the first " + text(steadyAfter, 1) + " min");
        Samples.row("what", "value", "n");
        Samples.row(
                "largest resident memory, MiB",
                text(Arrays.stream(resident).max().orElseThrow(), 0),
                resident.length + " readings");
        Samples.row("resident memory at the end, MiB", text(resident[resident.length - 1], 0), "1 reading");
        Samples.row(
                "growth, KiB/min (90 % interval)",
                "%s (%s to %s)"
                        .formatted(perMinute(growth.median()), perMinute(growth.low()), perMinute(growth.high())),
                later.length + " readings");
        for (double percentile : new double[] {50, 99, 99.9}) {
            Samples.row(
                    "schedule lag p" + percentile + ", µs; next to hiccups",
                    micros(run.lag(), percentile) + "; " + micros(hiccups, percentile),
                    run.lag().getTotalCount() + "; " + hiccups.getTotalCount());
        }
    }

    /** Returns readings in MiB, one per second. */
    private static double[] resident(WorkerRun run, double afterMinutes) {
        return run.intervals().stream()
                .filter(interval ->
                        interval.harness().residentBytes() > 0 && interval.endNanos() / MINUTE_NANOS >= afterMinutes)
                .mapToDouble(interval -> interval.harness().residentBytes() / MIB)
                .toArray();
    }

    private static String perMinute(double mibPerSecond) {
        return text(mibPerSecond * 60 * 1024, 0);
    }

    private static String micros(Histogram nanos, double percentile) {
        return text(nanos.getValueAtPercentile(percentile) / 1e3, 0);
    }

    private static String text(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}

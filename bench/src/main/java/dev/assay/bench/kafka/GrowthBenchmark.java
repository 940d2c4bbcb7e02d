package dev.assay.bench.kafka;

import dev.assay.analysis.steady.Slope;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.List;
import java.util.Locale;

/** Measures whether the resident memory of a worker grows under the load of the quickstart. */
public final class GrowthBenchmark {
    private final Settings settings;

    public GrowthBenchmark(Settings settings) {
        this.settings = settings;
    }

    /** Runs it, and leaves out the JVM's own growth in the first two minutes, or in the first third of a shorter run. */
    public void run() throws Exception {
        double steadyAfter = Math.min(2, settings.minutes() / 3.0);
        PlannedTrial trial = BenchScenarios.ofQuickstart(List.of("timing.measure=" + settings.minutes() + " min"));
        try (KafkaBrokers brokers = KafkaBrokers.start(trial)) {
            double[] resident = WorkerRun.of(trial, brokers).residentMib(steadyAfter);
            Slope growth = Slope.of(resident);
            System.out.println("Growth: resident memory of the worker under the load of scenarios/quickstart.yaml for "
                    + settings.minutes() + " min, after the first "
                    + String.format(Locale.ROOT, "%.1f", steadyAfter) + " min");
            Samples.row("growth, KiB/min (90 % interval)", "at the end, MiB", "n");
            Samples.row(
                    "%s (%s to %s)"
                            .formatted(perMinute(growth.median()), perMinute(growth.low()), perMinute(growth.high())),
                    Long.toString(Math.round(resident[resident.length - 1])),
                    resident.length + " readings");
        }
    }

    private static String perMinute(double mibPerSecond) {
        return Long.toString(Math.round(mibPerSecond * 60 * 1024));
    }
}

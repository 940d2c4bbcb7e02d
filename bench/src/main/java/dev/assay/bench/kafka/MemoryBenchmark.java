package dev.assay.bench.kafka;

import dev.assay.bench.statistics.LinearTrend;
import dev.assay.bench.statistics.LinearTrend.Point;
import dev.assay.bench.statistics.MarkdownTable;
import dev.assay.bench.statistics.Settings;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.List;
import java.util.Locale;

/** Resident memory of the worker under the load of the quickstart, and whether it grows. */
public final class MemoryBenchmark {
    private static final double MINUTE_NANOS = 60e9;
    private static final int BLOCK_SECONDS = 15;

    private final Settings settings;

    public MemoryBenchmark(Settings settings) {
        this.settings = settings;
    }

    /** Takes the measurements and prints them. */
    public void run() throws Exception {
        PlannedTrial trial = BenchScenarios.ofQuickstart(List.of("timing.measure=" + settings.minutes() + " min"));
        List<Point> resident;
        try (KafkaBrokers brokers = KafkaBrokers.start(trial)) {
            resident = WorkerRun.of(trial, brokers).intervals().stream()
                    .filter(interval -> interval.harness().residentBytes() > 0)
                    .map(interval -> new Point(
                            interval.endNanos() / MINUTE_NANOS,
                            interval.harness().residentBytes() / 1024.0))
                    .toList();
        }
        print(resident);
    }

    /** The first two minutes are the JVM's own growth; of a shorter run, the first third. */
    private void print(List<Point> resident) {
        double steadyAfter = Math.min(2, settings.minutes() / 3.0);
        List<Point> later =
                resident.stream().filter(point -> point.time() >= steadyAfter).toList();
        LinearTrend growth = LinearTrend.of(LinearTrend.blocks(later, BLOCK_SECONDS));
        System.out.println("Memory: the worker under the load of scenarios/quickstart.yaml for " + settings.minutes()
                + " min; growth after the first " + steadyAfter + " min, a line through means of " + BLOCK_SECONDS
                + " s");
        new MarkdownTable("value", "value", "n")
                .row(
                        "largest resident memory, MiB",
                        text(resident.stream().mapToDouble(Point::value).max().orElseThrow() / 1024),
                        resident.size() + " readings")
                .row("resident memory at the end, MiB", text(resident.getLast().value() / 1024), "1 reading")
                .row(
                        "growth, KiB/min (95 % interval)",
                        text(growth.slope()) + " ± " + text(growth.halfWidth()), growth.points() + " means")
                .print(System.out);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}

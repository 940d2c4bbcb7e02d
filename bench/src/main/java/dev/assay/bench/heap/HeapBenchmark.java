package dev.assay.bench.heap;

import dev.assay.bench.statistics.LinearTrend;
import dev.assay.bench.statistics.LinearTrend.Point;
import dev.assay.bench.statistics.MarkdownTable;
import dev.assay.bench.statistics.Settings;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.result.WorkerInterval;
import dev.assay.run.Trial.Measurement;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerHeap;
import dev.assay.run.launch.AcquiredWorkers;
import dev.assay.run.launch.LocalWorkerPool;
import dev.assay.run.launch.WorkerDemand;
import dev.assay.run.launch.WorkerLaunch;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a worker keeps while a load goes on for long: its heap in use after a collection, once a minute, and whether it grows. */
public final class HeapBenchmark {
    private static final double MINUTE_NANOS = 60e9;
    private static final double MINUTES_PER_HOUR = 60;
    private static final double MIB = 1 << 20;

    /** The JVM's own growth; of a shorter run, its first third. */
    private static final double SETTLING_MINUTES = 2;

    /** What is flat: a day of such growth takes a quarter of the smallest heap. */
    private static final double FLAT_MIB_PER_HOUR = 4;

    private final Settings settings;

    public HeapBenchmark(Settings settings) {
        this.settings = settings;
    }

    /** Takes the measurements and prints them. */
    public void run() throws Exception {
        PlannedTrial trial = trial(settings.minutes());
        Path logs = Files.createTempDirectory("assay-bench-");
        long heapBytes = WorkerHeap.of(trial.spec(), 1).bytes();
        System.out.println(
                "Heap: 20 000 messages/s of 100 B to 10 subscriptions of the in-memory system for " + settings.minutes()
                        + " min; one worker with " + WorkerHeap.text(heapBytes) + ", as the plan gives it");
        AssayCache cache = AssayCache.standard();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                Cluster cluster = new SystemDeployment(cache, supervisor, System.err::println)
                        .start(new ClusterRequest(
                                trial.spec().system(),
                                trial.spec().settings(),
                                trial.spec().durability(),
                                ClusterFolders.of(logs, cache)))) {
            LocalWorkerPool pool = new LocalWorkerPool(
                    supervisor,
                    demand -> new WorkerLaunch(WorkerLaunch.thisJava(), classPath(), List.of(), logs)
                            .withHeap(demand.heapBytes()));
            try (AcquiredWorkers workers =
                    pool.acquire(new WorkerDemand(1, heapBytes, trial.spec().system(), logs))) {
                print(readings(trial, cluster.connection(), workers));
            }
        }
    }

    private static PlannedTrial trial(int minutes) {
        String text = """
                name: bench-heap
                systems: { memory: { law: constant, mean: 1 ms } }
                workload:
                  message: { size: 100 B }
                  subscriptions: 10
                  rate: 20000/s
                timing: { warmup: 10 s, measure: %d min, drain: 30 s }
                """.formatted(minutes);
        try {
            return ScenarioFile.read("bench-heap.yaml", text, List.of(), Set.of())
                    .plan()
                    .trials()
                    .getFirst();
        } catch (ScenarioException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** This class path without the other driver: a worker has one. */
    private static List<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("assay-driver-kafka"))
                .map(Path::of)
                .toList();
    }

    /** In minutes of the load, and MiB. The collection takes milliseconds; the load goes on meanwhile. */
    private static List<Point> readings(PlannedTrial trial, Map<String, String> connection, AcquiredWorkers workers)
            throws Exception {
        List<Point> readings = new ArrayList<>();
        long pid = workers.processes().values().iterator().next().pid();
        try (WorkerHeapReader heap = WorkerHeapReader.of(pid)) {
            TrialOutcome outcome = new Measurement(Timeouts.DEFAULT)
                    .run(
                            new TrialRequest(trial, "bench", 1, connection),
                            workers.connections(),
                            interval -> read(interval, heap, readings));
            if (!outcome.drained()
                    || !outcome.delivery().subscriptions().stream().allMatch(one -> one.clean())) {
                throw new IOException("messages were not delivered as sent: " + outcome.delivery());
            }
        }
        return readings;
    }

    private static void read(WorkerInterval interval, WorkerHeapReader heap, List<Point> readings) {
        double minutes = interval.endNanos() / MINUTE_NANOS;
        if (minutes >= readings.size() + 1) {
            Point reading = new Point(minutes, heap.usedAfterCollection() / MIB);
            readings.add(reading);
            System.out.println("minute " + readings.size() + ": " + text(reading.value()) + " MiB in use");
        }
    }

    private void print(List<Point> readings) {
        double settled = Math.min(SETTLING_MINUTES, settings.minutes() / 3.0);
        LinearTrend growth = LinearTrend.of(
                readings.stream().filter(point -> point.time() >= settled).toList());
        double slope = growth.slope() * MINUTES_PER_HOUR;
        double halfWidth = growth.halfWidth() * MINUTES_PER_HOUR;
        new MarkdownTable("value", "value", "n")
                .row(
                        "largest heap in use after a collection, MiB",
                        text(readings.stream().mapToDouble(Point::value).max().orElseThrow()),
                        readings.size() + " readings")
                .row("heap in use at the end, MiB", text(readings.getLast().value()), "1 reading")
                .row(
                        "growth after the first " + text(settled) + " min, MiB/h (95 % interval)",
                        text(slope) + " ± " + text(halfWidth),
                        growth.points() + " readings")
                .row(
                        "flat, which is growth of at most " + text(FLAT_MIB_PER_HOUR) + " MiB/h",
                        flatness(slope, halfWidth),
                        growth.points() + " readings")
                .print(System.out);
    }

    /** Whether the whole interval of the growth is below what counts as flat. */
    static String flatness(double slope, double halfWidth) {
        if (slope + halfWidth <= FLAT_MIB_PER_HOUR) {
            return "yes";
        }
        return slope - halfWidth > FLAT_MIB_PER_HOUR ? "no" : "too few readings to tell";
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

package dev.assay.bench.workers;

import dev.assay.bench.load.BenchOutput;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.statistics.MarkdownTable;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import dev.assay.run.CoordinatorSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a coordinator takes with 1 to 256 workers that drive the same load together: processor, heap, bytes on the wire and in its files.
 * The workers are simulated, in this JVM; the coordinator is the real one with its real files, in a JVM with the flags of the command
 * line.
 */
public final class WorkersBenchmark {
    private static final List<Integer> WORKERS = List.of(1, 8, 64, 256);
    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-Xss512k");
    private static final int BESIDE_SECONDS = 300;

    private final Settings settings;

    public WorkersBenchmark(Settings settings) {
        this.settings = settings;
    }

    /** Takes the measurements and prints them. */
    public void run() throws InterruptedException {
        System.out.println("Workers: " + CoordinatorSample.PRODUCERS + " producers with " + CoordinatorSample.RATE
                + " messages/s together, two subscriptions that all workers share, " + settings.seconds()
                + " s after " + settings.warmupSeconds() + " s; simulated workers in one other JVM on this machine");
        Map<Integer, Map<String, Samples>> readings = new TreeMap<>();
        Map<Integer, String> failures = new TreeMap<>();
        for (int round = 0; round < settings.rounds(); round++) {
            for (int workers : WORKERS) {
                measure(workers, readings, failures);
            }
        }
        print(readings);
        failures.forEach((workers, why) -> System.out.println("With " + workers + " workers: " + why));
    }

    /** What breaks is a result, too. */
    private void measure(int count, Map<Integer, Map<String, Samples>> readings, Map<Integer, String> failures)
            throws InterruptedException {
        try (SimulatedWorkers workers = new SimulatedWorkers(count)) {
            List<String> arguments = new ArrayList<>(
                    List.of(Integer.toString(settings.warmupSeconds()), Integer.toString(settings.seconds())));
            workers.addresses().forEach(address -> arguments.add(address.toString()));
            BenchOutput output = ChildJvm.with(FLAGS)
                    .run(
                            CoordinatorReading.class,
                            arguments,
                            settings.warmupSeconds() + settings.seconds() + BESIDE_SECONDS);
            output.statistics()
                    .forEach((name, value) -> readings.computeIfAbsent(count, _ -> new TreeMap<>())
                            .computeIfAbsent(name, _ -> new Samples())
                            .add(value));
        } catch (IOException e) {
            failures.put(count, String.valueOf(e.getMessage()));
        }
    }

    private static void print(Map<Integer, Map<String, Samples>> readings) {
        MarkdownTable table = new MarkdownTable(
                "workers",
                "connected, s",
                "CPU, cores",
                "heap after a collection, MiB",
                "resident, MiB",
                "from workers, MB/s",
                "to workers, MB/s",
                "written, MB/s",
                "in time (1) or not",
                "n");
        readings.forEach((workers, values) -> table.row(
                Integer.toString(workers),
                text(values, CoordinatorSample.CONNECTED, 2),
                text(values, CoordinatorSample.CORES, 3),
                text(values, CoordinatorSample.HEAP, 0),
                text(values, CoordinatorSample.RESIDENT, 0),
                text(values, CoordinatorSample.IN, 3),
                text(values, CoordinatorSample.OUT, 3),
                text(values, CoordinatorSample.WRITTEN, 3),
                text(values, CoordinatorSample.DRAINED, 0),
                Integer.toString(values.getOrDefault(CoordinatorSample.CORES, new Samples())
                        .count())));
        table.print(System.out);
    }

    private static String text(Map<String, Samples> values, String name, int decimals) {
        Samples samples = values.get(name);
        return samples == null ? "–" : samples.text(decimals);
    }
}

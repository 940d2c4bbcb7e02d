package dev.assay.bench.kafka;

import dev.assay.bench.load.LoadSegment;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.artifact.ResolvedClassPath;
import dev.assay.cluster.telemetry.ResidentMemory;
import dev.assay.driver.Driver;
import dev.assay.driver.TopicSpec;
import dev.assay.model.result.WorkerInterval;
import dev.assay.run.workers.WorkerLaunch;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Measures the resident memory of a worker at two loads, how late it sends, and the memory of the producer that comes with Kafka. */
public final class MemoryBenchmark {
    private static final double MIB = 1 << 20;
    private static final String PEER = "kafka-producer-perf-test";

    private final Settings settings;
    private int topics;

    private record Load(String title, long perSecond, int messageBytes) {
        PlannedTrial trial(Settings settings) throws IOException {
            List<String> times = List.of(
                    "timing.warmup=" + settings.warmupSeconds() + " s", "timing.measure=" + settings.seconds() + " s");
            if (perSecond == QUICKSTART) {
                return BenchScenarios.ofQuickstart(times);
            }
            return BenchScenarios.ofKafkaLoad(List.of(
                    "workload.message.size=" + messageBytes + " B",
                    "workload.rate=" + perSecond + "/s",
                    times.getFirst(),
                    times.getLast()));
        }
    }

    private static final long QUICKSTART = 2_000;
    private static final List<Load> LOADS = List.of(
            new Load("2 000/s of 1 KB (quickstart)", QUICKSTART, 1_000),
            new Load("50 000/s of 1 KB, 16 partitions", 50_000, 1_000));

    private record Key(Load load, String flags) {}

    public MemoryBenchmark(Settings settings) {
        this.settings = settings;
    }

    public void run() throws Exception {
        System.out.println(
                "Memory: resident memory of the worker, which sends and receives, and of kafka-producer-perf-test, which"
                        + " only sends; three local nodes, acks=all; median (range) of " + settings.rounds()
                        + " rounds of "
                        + settings.seconds() + " s, in turns");
        Map<Key, Row> rows = new LinkedHashMap<>();
        String part = System.getProperty("assay.bench.only", "");
        List<String> flagSets = new ArrayList<>(WorkerRun.flagSets());
        try (KafkaBrokers brokers = KafkaBrokers.start(LOADS.getLast().trial(settings))) {
            // The first load finds brokers that are not compiled yet.
            worker(LOADS.getFirst(), flagSets.getFirst(), brokers);
            for (int round = 0; round < settings.rounds(); round++) {
                for (Load load : LOADS) {
                    if (!load.title().contains(part)) {
                        continue;
                    }
                    for (String flags : flagSets) {
                        rows.computeIfAbsent(new Key(load, flags), _ -> new Row())
                                .add(load, worker(load, flags, brokers));
                    }
                    rows.computeIfAbsent(new Key(load, PEER), _ -> new Row())
                            .largest
                            .add(peerMib(load, brokers));
                }
                Collections.rotate(flagSets, 1);
            }
        }
        Samples.row(
                "load",
                "program",
                "largest, MiB",
                "at the end, MiB",
                "schedule lag p99.9, µs",
                "hiccups p99.9, µs",
                "CPU-s/million",
                "collections/s",
                "pauses of the worst second, ms",
                "stalls",
                "n");
        rows.forEach((key, row) -> row.print(key));
    }

    private WorkerRun worker(Load load, String flags, KafkaBrokers brokers) throws Exception {
        return WorkerRun.of(
                load.trial(settings),
                brokers,
                Arrays.stream(flags.split(" ")).filter(flag -> !flag.isEmpty()).toList());
    }

    /** Runs Kafka's own producer as its script does, and returns its largest resident memory. */
    private double peerMib(Load load, KafkaBrokers brokers) throws Exception {
        PlannedTrial trial = load.trial(settings);
        TopicSpec topic =
                new TopicSpec("peer-" + ++topics, trial.spec().workload().partitions(), List.of());
        ResolvedClassPath tools = new ArtifactCache(brokers.cache(), System.err::println)
                .resolve(List.of(Coordinates.parse("org.apache.kafka:kafka-tools:4.3.1")));
        try (Driver driver = brokers.connect(trial)) {
            driver.createTopics(List.of(topic));
            Process process = new ProcessBuilder(
                            WorkerLaunch.thisJava().toString(),
                            "-Xmx512M",
                            "-cp",
                            tools.text(),
                            "org.apache.kafka.tools.ProducerPerformance",
                            "--topic",
                            topic.name(),
                            "--num-records",
                            Long.toString(load.perSecond() * (settings.warmupSeconds() + settings.seconds())),
                            "--record-size",
                            Integer.toString(load.messageBytes()),
                            "--throughput",
                            Long.toString(load.perSecond()),
                            "--producer-props",
                            "bootstrap.servers=" + brokers.connection().get("bootstrap.servers"),
                            "acks=all",
                            "linger.ms="
                                    + trial.spec()
                                            .workload()
                                            .batching()
                                            .linger()
                                            .toMillis(),
                            "batch.size="
                                    + trial.spec().workload().batching().size().bytes())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            brokers.logs().resolve("peer-" + topics + ".log").toFile())
                    .start();
            try {
                double largest = 0;
                while (!process.waitFor(1, TimeUnit.SECONDS)) {
                    largest = Math.max(
                            largest, ResidentMemory.bytes(process.pid()).orElse(0) / MIB);
                }
                if (process.exitValue() != 0) {
                    throw new IOException("kafka-producer-perf-test ended with exit code " + process.exitValue()
                            + "; see " + brokers.logs().resolve("peer-" + topics + ".log"));
                }
                return largest;
            } finally {
                process.destroyForcibly();
                driver.deleteTopics(List.of(topic));
            }
        }
    }

    private static final class Row {
        private final Samples largest = new Samples();
        private final Samples end = new Samples();
        private final Samples lag = new Samples();
        private final Samples hiccups = new Samples();
        private final Samples cpu = new Samples();
        private final Samples collections = new Samples();
        private final Samples pauses = new Samples();
        private final Samples stalls = new Samples();

        void add(Load load, WorkerRun run) {
            double[] resident = run.residentMib(0);
            LoadSegment measured = run.measured();
            largest.add(Arrays.stream(resident).max().orElseThrow());
            end.add(resident[resident.length - 1]);
            lag.add(run.lag().getValueAtPercentile(99.9) / 1e3);
            hiccups.add(measured.hiccups().getValueAtPercentile(99.9) / 1e3);
            cpu.add(measured.cpuSeconds() / (measured.acked() + measured.received()) * 2e6);
            collections.add(measured.intervals().stream()
                            .mapToLong(interval -> interval.harness().gcCount())
                            .sum()
                    / measured.seconds());
            pauses.add(measured.intervals().stream()
                            .mapToLong(interval -> interval.harness().gcPauseNanos())
                            .max()
                            .orElseThrow()
                    / 1e6);
            stalls.add((double) measured.intervals().stream()
                    .map(WorkerInterval::harness)
                    .mapToLong(harness -> harness.stalls().count())
                    .sum());
            System.err.println("round " + largest.count() + ", " + load.title() + ": " + largest.text(0)
                    + " MiB, lag p99.9 "
                    + lag.text(0) + " µs, hiccups " + hiccups.text(0) + " µs, " + cpu.text(1) + " CPU-s/million, "
                    + collections.text(2) + " collections/s, pauses " + pauses.text(1) + " ms, stalls "
                    + stalls.text(0));
        }

        void print(Key key) {
            boolean worker = lag.count() > 0;
            Samples.row(
                    key.load().title(),
                    key.flags().isEmpty() ? "worker" : key.flags(),
                    largest.text(0),
                    worker ? end.text(0) : "not read",
                    worker ? lag.text(0) : "not known",
                    worker ? hiccups.text(0) : "not known",
                    worker ? cpu.text(1) : "not read",
                    worker ? collections.text(2) : "not read",
                    worker ? pauses.text(1) : "not read",
                    worker ? stalls.text(0) : "not read",
                    Integer.toString(largest.count()));
        }
    }
}

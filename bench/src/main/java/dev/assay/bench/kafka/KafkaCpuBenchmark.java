package dev.assay.bench.kafka;

import dev.assay.bench.load.BenchOutput;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.load.LoadSegment;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import dev.assay.driver.Driver;
import dev.assay.driver.TopicSpec;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class KafkaCpuBenchmark {
    private static final int SPARE_SECONDS = 90;

    /** The time for which both programs are still being compiled, which takes a tenth of the bare client's processor time after 15 s. */
    private static final int SHORTEST_WARMUP_SECONDS = 25;

    private final Settings settings;
    private int topics;

    /** Describes a load; without pacing, more is offered than a cluster of one machine can take. */
    private record Load(String title, String size, long offered, boolean paced, long napNanos) {}

    private static final List<Load> LOADS = List.of(
            new Load("100 B, 50 000/s, bare sleeps 1 ms", "100 B", 50_000, true, 1_000_000),
            new Load("100 B, 50 000/s, bare sleeps 0.1 ms", "100 B", 50_000, true, 100_000),
            new Load("1 KB, as fast as it goes", "1 KB", 600_000, false, 0));

    /** Returns the loads whose titles contain the system property {@code assay.bench.only}; all without it. */
    private static List<Load> wanted() {
        String part = System.getProperty("assay.bench.only", "");
        return LOADS.stream().filter(load -> load.title().contains(part)).toList();
    }

    /** Holds CPU-seconds per million messages produced and consumed, and messages per second. */
    private record Reading(double cpuPerMillion, double perSecond) {
        static Reading of(double cpuSeconds, double seconds, double acked, double received) {
            double messages = (acked + received) / 2;
            return new Reading(cpuSeconds / messages * 1e6, messages / seconds);
        }
    }

    public KafkaCpuBenchmark(Settings settings) {
        this.settings = new Settings(
                settings.rounds(),
                Math.max(settings.warmupSeconds(), SHORTEST_WARMUP_SECONDS),
                settings.seconds(),
                settings.minutes(),
                settings.cores());
    }

    public void run() throws Exception {
        System.out.println("Kafka: CPU-seconds of the client's process per million messages produced and consumed;"
                + " three local nodes, 16 partitions, acks=all; median (range) of " + settings.rounds()
                + " rounds of " + settings.seconds() + " s, the two programs in turns");
        Map<Load, Row> rows = new LinkedHashMap<>();
        try (KafkaBrokers brokers = KafkaBrokers.start(trial(LOADS.getFirst()))) {
            for (int round = 0; round < settings.rounds(); round++) {
                for (Load load : wanted()) {
                    Row row = rows.computeIfAbsent(load, key -> new Row());
                    if (round % 2 == 0) {
                        Reading bare = bare(load, brokers);
                        row.add(bare, worker(load, brokers));
                    } else {
                        Reading worker = worker(load, brokers);
                        row.add(bare(load, brokers), worker);
                    }
                }
            }
        }
        print(rows);
    }

    private static void print(Map<Load, Row> rows) {
        Samples.row(
                "load",
                "bare, messages/s",
                "Assay, messages/s",
                "bare, CPU-s/million",
                "Assay, CPU-s/million",
                "Assay / bare",
                "n");
        rows.forEach((load, row) -> Samples.row(
                load.title(),
                row.bareRate.text(0),
                row.rate.text(0),
                row.bareCpu.text(2),
                row.cpu.text(2),
                row.ratio.text(2),
                Integer.toString(row.ratio.count())));
    }

    private PlannedTrial trial(Load load) throws Exception {
        return BenchScenarios.ofKafkaLoad(List.of(
                "workload.message.size=" + load.size(),
                "workload.rate=" + load.offered() + "/s",
                "timing.warmup=" + settings.warmupSeconds() + " s",
                "timing.measure=" + settings.seconds() + " s"));
    }

    private Reading worker(Load load, KafkaBrokers brokers) throws Exception {
        PlannedTrial trial = trial(load);
        WorkerRun run = WorkerRun.of(trial, brokers);
        BareSettings.of(trial, brokers.connection()).mustEqual(run.outcome().config());
        LoadSegment segment = run.measured();
        return Reading.of(
                segment.cpuSeconds(), segment.seconds(), (double) segment.acked(), (double) segment.received());
    }

    private Reading bare(Load load, KafkaBrokers brokers) throws Exception {
        PlannedTrial trial = trial(load);
        TopicSpec topic =
                new TopicSpec("bare-" + ++topics, trial.spec().workload().partitions(), List.of());
        BareSettings client = BareSettings.of(trial, brokers.connection());
        try (Driver driver = brokers.connect(trial)) {
            driver.createTopics(List.of(topic));
            BenchOutput output = ChildJvm.free()
                    .and(WorkerRun.extraFlags())
                    .run(
                            BareClient.class,
                            List.of(
                                    client.bootstrapServers(),
                                    Long.toString(client.lingerMillis()),
                                    Long.toString(client.batchBytes()),
                                    topic.name(),
                                    Long.toString(trial.spec()
                                            .workload()
                                            .message()
                                            .size()
                                            .largestBytes()),
                                    Long.toString(load.paced() ? load.offered() : 0),
                                    Integer.toString(settings.warmupSeconds()),
                                    Integer.toString(settings.seconds()),
                                    Long.toString(load.napNanos())),
                            settings.warmupSeconds() + settings.seconds() + SPARE_SECONDS);
            driver.deleteTopics(List.of(topic));
            return Reading.of(
                    output.get("cpu-seconds"), output.get("seconds"), output.get("acked"), output.get("received"));
        }
    }

    private static final class Row {
        private final Samples bareRate = new Samples();
        private final Samples rate = new Samples();
        private final Samples bareCpu = new Samples();
        private final Samples cpu = new Samples();
        private final Samples ratio = new Samples();

        void add(Reading bare, Reading assay) {
            bareRate.add(bare.perSecond());
            rate.add(assay.perSecond());
            bareCpu.add(bare.cpuPerMillion());
            cpu.add(assay.cpuPerMillion());
            ratio.add(assay.cpuPerMillion() / bare.cpuPerMillion());
            System.err.println("round " + ratio.count() + ": bare " + bare + ", Assay " + assay);
        }
    }
}

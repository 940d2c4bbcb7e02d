package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.Main;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialSecond;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a trial of 24 hours and three workers is reported with 512 MiB of heap. */
@Tag("alone")
@Tag("slow")
class DayLongTrialTest {
    private static final int DAY = 86_400;
    private static final int REPEATED = 20;
    private static final int RATE = 3000;
    private static final long SECOND = 1_000_000_000L;
    private static final List<String> WORKERS = List.of("w1", "w2", "w3");

    @TempDir
    Path base;

    private final Random random = new Random(5);

    @Test
    void aDayOfThreeWorkersIsReportedInHalfAGigabyteOfHeap() throws Exception {
        RunDirectory run = record();
        Path out = base.resolve("out");

        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "report",
                        run.path().toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(20, TimeUnit.MINUTES))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(Files.readString(out)).contains("VALID").contains("response", "259,200,000");
        assertThat(process.exitValue()).isZero();
        assertThat(run.path().resolve("report.html"))
                .content()
                .contains("lowest and highest value of every 32 seconds");
        assertThat(Files.size(run.path().resolve("report.html"))).isLessThan(20_000_000);
    }

    /** Writes the first seconds as a run does, then the same lines again and again with later times. */
    private RunDirectory record() throws IOException {
        RunDirectory run = RunDirectory.create(base, "day", Instant.EPOCH);
        run.write(new RunRecord(
                run.id(),
                "day",
                "",
                List.of(),
                List.of("assay"),
                "",
                "0",
                Map.of(),
                Map.of(),
                List.of(),
                List.of("001-day"),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED));
        Path folder;
        try (TrialWriter trial = run.begin("001-day")) {
            folder = trial.folder();
            trial.on(new TrialEvent.Start(Instant.EPOCH, List.of()));
            for (int second = 0; second < REPEATED; second++) {
                for (String worker : WORKERS) {
                    trial.on(new TrialEvent.Interval(interval(worker, second)));
                }
                trial.on(new TrialSecond(second + 1, LoadTotals.ZERO, new Histogram(3), samples()));
            }
            trial.on(new TrialEvent.Finish(trialRecord()));
        }
        for (String name : List.of("latency.hlog", "hiccups.hlog", "series.csv")) {
            repeat(folder.resolve(name), name.equals("series.csv") ? 0 : 1);
        }
        return run;
    }

    /** Appends the lines of the file with later times until a day is full. */
    private static void repeat(Path file, int timeField) throws IOException {
        List<String[]> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("Tag=") || Character.isDigit(line.charAt(0))) {
                lines.add(line.split(",", timeField + 2));
            }
        }
        try (Writer out = Files.newBufferedWriter(file, StandardOpenOption.APPEND)) {
            for (int later = REPEATED; later < DAY; later += REPEATED) {
                for (String[] fields : lines) {
                    int time = (int) Double.parseDouble(fields[timeField]) + later;
                    out.write(timeField == 0 ? "" : fields[0] + ",");
                    out.write(time + ".000," + fields[timeField + 1] + "\n");
                }
            }
        }
    }

    private WorkerInterval interval(String worker, int second) {
        List<IntervalHistogram> histograms = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            boolean arrival = metric == LatencyMetric.END_TO_END || metric == LatencyMetric.SEND_TO_RECEIVE;
            histograms.add(new IntervalHistogram("measure", metric, arrival ? "s1" : "", latencies(RATE / 3), 0, 0));
        }
        return new WorkerInterval(
                worker,
                second * SECOND,
                (second + 1) * SECOND,
                LoadTotals.ZERO,
                new HarnessSample(0, 0, 0, 0, latencies(300)),
                histograms);
    }

    private Histogram latencies(int samples) {
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < 100; i++) {
            histogram.recordValueWithCount((long) (1500 * Math.exp(0.3 * random.nextGaussian())), samples / 100);
        }
        return histogram;
    }

    /** Returns as many samples as three servers on one machine give. */
    private static List<Sample> samples() {
        Labels tail = Labels.of(Labels.GROUP, "tail").with(Labels.SUBSCRIPTION, "s1");
        Labels host = Labels.of(Labels.HOST, Metrics.COORDINATOR);
        List<Sample> samples = new ArrayList<>(List.of(
                Metrics.OFFERED.of(RATE),
                Metrics.SENT.of(RATE),
                Metrics.ACKED.of(RATE),
                Metrics.FAILED.of(0),
                Metrics.RECEIVED.of(tail, RATE),
                Metrics.BACKLOG.of(tail, 3),
                Metrics.HOST_CPU_BUSY.of(host, 0.5),
                Metrics.HOST_CPU_STEAL.of(host, 0.01)));
        for (String worker : WORKERS) {
            Labels own = Labels.of(Labels.WORKER, worker);
            samples.addAll(List.of(
                    Metrics.PROCESS_CPU.of(own, 0.5),
                    Metrics.WORKER_GC_PAUSE.of(own, 0.001),
                    Metrics.WORKER_HICCUP.of(own, 0.001)));
        }
        Stream.of("broker-1", "broker-2", "broker-3")
                .map(node -> Labels.of(Labels.NODE, node))
                .forEach(node -> samples.addAll(List.of(
                        Metrics.PROCESS_CPU.of(node, 0.7),
                        Metrics.PROCESS_MEMORY.of(node, 6e8),
                        Metrics.PROCESS_DISK_READ.of(node, 0),
                        Metrics.PROCESS_DISK_WRITTEN.of(node, 4e6),
                        Metrics.PROCESS_NETWORK_RECEIVED.of(node, 4e6),
                        Metrics.PROCESS_NETWORK_SENT.of(node, 4e6))));
        return samples;
    }

    private static TrialRecord trialRecord() {
        long messages = (long) RATE * DAY;
        return new TrialRecord(
                new TrialIdentity(1, "day", 1, Map.of()),
                new TrialPlan(
                        Map.of(),
                        Workload.usual(),
                        ResultStatistics.DEFAULT,
                        NodeDisks.USUAL,
                        OptionalInt.empty(),
                        RATE,
                        100),
                new TrialSetup(
                        new SystemIdentity("memory", "built-in", "none", "local", 0),
                        DurabilityStatement.holding(DurabilityLevel.LEVEL_4),
                        EffectiveConfig.NONE,
                        ClusterHistory.UNKNOWN,
                        WORKERS,
                        List.of(new TrialHost(Metrics.COORDINATOR, "desk", WORKERS, 8, 3, 0, 0)),
                        0),
                new TrialCourse(
                        "2026-11-21T10:15:00Z",
                        List.of(new Phase("measure", 0, DAY * SECOND)),
                        List.of(),
                        List.of(),
                        List.of(new TrialSubscription("s1", "tail", true)),
                        new DrainRecord(true, SECOND, List.of()),
                        new Delivery(
                                messages,
                                0,
                                messages,
                                0,
                                0,
                                0,
                                List.of(new SubscriptionDelivery("s1", messages, 0, 0, 0, 0, 0, 0, 0)),
                                List.of()),
                        List.of(),
                        List.of(),
                        List.of()),
                Verdict.of(List.of()));
    }
}

package dev.assay.cli.hostile;

import dev.assay.host.file.RecordJson;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.Fault;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.verification.Accounting;
import dev.assay.model.verification.FaultPlan;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import dev.assay.worker.wire.AssayBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Writes a sound run of one trial and one verification, which tests then spoil. */
public final class ForeignRun {
    static final String TRIAL = "001-kafka-partitions=6";
    private static final Path GOLDEN = Path.of("../store/src/test/resources/dev/assay/store");
    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 3;
    private static final long RATE = 1000;

    private ForeignRun() {}

    static Path below(Path base) throws IOException {
        RunDirectory run = RunDirectory.create(base, "foreign", Instant.parse("2026-11-21T10:15:00Z"));
        Files.copy(GOLDEN.resolve("run.json.golden"), run.path().resolve("run.json"));
        TrialRecord record =
                RecordJson.record(Files.readString(GOLDEN.resolve("trial.json.golden")), TrialRecord.class);
        try (TrialWriter trial = run.begin(TRIAL)) {
            trial.on(new TrialEvent.Start(
                    Instant.parse("2026-11-21T10:15:10Z"), record.course().phases()));
            for (int second = 0; second < SECONDS; second++) {
                trial.on(new TrialEvent.Interval(interval(second)));
                trial.on(second(second));
            }
            trial.on(new TrialEvent.Finish(record));
        }
        run.verification("001-kill-all").write(verification(record));
        return run.path();
    }

    /**
     * Writes an interrupted run with remains, which names foreign workers, and the user's own file as their token.
     *
     * @param scenario its text
     * @param worker {@code HOST:PORT}
     */
    public static Path interrupted(Path base, String scenario, String worker) {
        RunDirectory run = RunDirectory.create(base, "foreign", Instant.parse("2026-11-21T10:15:00Z"));
        RunConditions choices = new RunConditions(
                AssayBuild.ofThisProcess().title(),
                "1 block",
                1,
                List.of(),
                List.of(),
                1,
                new WorkerPlaces(List.of(worker), Optional.empty(), List.of()),
                0,
                Map.of());
        run.write(new RunRecord(
                run.id(),
                "x",
                scenario,
                List.of(),
                List.of("./assay", "run", "x.yaml"),
                "2026-11-21T10:15:00Z",
                "0.1.0",
                Map.of(),
                Map.of(),
                List.of(),
                List.of("001-memory"),
                Optional.of(choices),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED));
        run.creations()
                .append(new CreationEntry(
                        "2026-11-21T10:15:00Z",
                        "001-memory",
                        CreationEntry.Step.ABSENT,
                        List.of(new CreationEntry.Topic("orders", 1, List.of()))));
        return run.path();
    }

    static Path trial(Path run) {
        return run.resolve("trials").resolve(TRIAL);
    }

    private static WorkerInterval interval(int second) {
        String phase = second == 0 ? "warmup" : "measure";
        return new WorkerInterval(
                "w1",
                second * SECOND,
                (second + 1) * SECOND,
                LoadTotals.ZERO,
                new HarnessSample(1_000_000, 0, 0, 0, histogram()),
                List.of(
                        new IntervalHistogram(phase, LatencyMetric.RESPONSE, histogram(), 0, 0),
                        new IntervalHistogram(phase, LatencyMetric.SERVICE, histogram(), 0, 0),
                        new IntervalHistogram(phase, LatencyMetric.END_TO_END, "s1", histogram(), 1, -250)));
    }

    private static Histogram histogram() {
        Histogram histogram = new Histogram(3);
        for (int message = 0; message < RATE; message++) {
            histogram.recordValue(1_000_000 + message * 1000L);
        }
        return histogram;
    }

    private static TrialSecond second(int second) {
        Labels group = Labels.of(Labels.GROUP, "tail").with(Labels.SUBSCRIPTION, "s1");
        return new TrialSecond(
                second + 1,
                LoadTotals.ZERO,
                new Histogram(3),
                List.of(
                        Metrics.OFFERED.of(RATE),
                        Metrics.SENT.of(RATE),
                        Metrics.ACKED.of(RATE),
                        Metrics.FAILED.of(0),
                        Metrics.RECEIVED.of(group, RATE),
                        Metrics.BACKLOG.of(group, 0),
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), 0.25),
                        Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "load-1"), 0.5)));
    }

    private static VerificationRecord verification(TrialRecord trial) {
        VerificationEvidence evidence = new VerificationEvidence(
                new Accounting(100, 100, 0, 0, 100, 0, 0, 0, 0, 0, 0),
                new FaultMoment(List.of("broker-1"), "kill -9", 1, 1, 50, 0, Map.of("broker-1", "killed")),
                new Service(1, 1, true, 1, 1, 1));
        return new VerificationRecord(
                new TrialIdentity(1, "kafka", 1, Map.of("nodes", "3")),
                new FaultPlan(
                        trial.plan().resolved(),
                        Fault.KILL_ALL,
                        DurabilityClaim.of(trial.durability().asked(), Fault.KILL_ALL, 1),
                        false,
                        1),
                trial.system(),
                trial.durability(),
                EffectiveConfig.NONE,
                "2026-11-20T10:15:00Z",
                VerificationOutcome.HOLDS,
                "all there",
                Optional.of(evidence));
    }
}

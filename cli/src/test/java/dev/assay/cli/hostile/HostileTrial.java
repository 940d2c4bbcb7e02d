package dev.assay.cli.hostile;

import dev.assay.driver.DriverProvider;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Timing;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.trial.RecordedTrial;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import dev.assay.systems.memory.LatencyLaw;
import dev.assay.systems.memory.MemorySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs a short trial on the in-memory system, with one worker that may lie. */
final class HostileTrial {
    private static final AtomicInteger RUN = new AtomicInteger();
    private static final Duration LONG = Duration.ofMinutes(2);
    /** Limits the wait for a worker that never ends as in a run. */
    private static final Timeouts LIMITS = new Timeouts(LONG, LONG, LONG, Timeouts.DEFAULT.abort());

    private static final int RATE = 100;

    private HostileTrial() {}

    static TrialOutcome run(LyingWorker.Lies lies, DriverProvider provider, IntervalSink sink) throws Exception {
        try (LyingWorker worker = LyingWorker.start(lies, provider);
                WorkerConnection connection = worker.connect()) {
            return new Measurement(LIMITS).run(request(), List.of(connection), sink);
        }
    }

    /** Runs the trial and writes its record below a folder, as a run does. */
    static TrialRecord recorded(LyingWorker.Lies lies, DriverProvider provider, Path folder) throws Exception {
        TrialRequest request = request();
        RunDirectory directory = RunDirectory.create(folder, request.runId(), Instant.EPOCH);
        try (LyingWorker worker = LyingWorker.start(lies, provider);
                WorkerConnection connection = worker.connect();
                TrialWriter files = directory.begin(request.trial().folder())) {
            return RecordedTrial.run(request, List.of(connection), LIMITS, files);
        }
    }

    private static TrialRequest request() {
        Workload workload = new Workload(
                1,
                2,
                new MessageSpec(new ByteSize(100), PayloadFill.RANDOM, MessageKeying.NONE),
                1,
                1,
                1,
                Map.of(),
                LoadProfile.constant(new Rate(RATE)),
                Arrivals.CONSTANT,
                new Batching(Duration.ofMillis(1), new ByteSize(1 << 17)),
                InFlight.DEFAULT);
        TrialSpec spec = new TrialSpec(
                new MemorySpec(LatencyLaw.CONSTANT, Duration.ofMillis(1), Duration.ZERO, Duration.ZERO),
                DurabilityLevel.LEVEL_4,
                workload,
                new Timing(Duration.ZERO, Duration.ofSeconds(1), Duration.ofMinutes(5)),
                VendorSettings.NONE);
        int run = RUN.incrementAndGet();
        return new TrialRequest(
                new PlannedTrial(1, "memory", 1, Map.of(), spec, 42),
                "hostile" + run,
                run,
                Map.of("law", "constant", "mean-nanos", "1000000", "stall-at-nanos", "0", "stall-nanos", "0"));
    }
}

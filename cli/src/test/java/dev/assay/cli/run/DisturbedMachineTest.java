package dev.assay.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.Judge;
import dev.assay.coordination.coordinator.TrialOutcome;
import dev.assay.coordination.coordinator.TrialRequest;
import dev.assay.coordination.coordinator.TrialRunner;
import dev.assay.coordination.coordinator.WorkerConnection;
import dev.assay.coordination.coordinator.WorkerConnection.Target;
import dev.assay.coordination.coordinator.WorkerHandle;
import dev.assay.coordination.wire.HostPort;
import dev.assay.coordination.wire.WorkerToken;
import dev.assay.coordination.worker.WorkerOptions;
import dev.assay.coordination.worker.WorkerServer;
import dev.assay.core.arrival.Arrivals;
import dev.assay.core.arrival.LoadProfile;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.ClusterHistory;
import dev.assay.core.result.DrainRecord;
import dev.assay.core.result.SystemIdentity;
import dev.assay.core.result.TrialHost;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.InFlight;
import dev.assay.core.scenario.MessageKeying;
import dev.assay.core.scenario.MessageSpec;
import dev.assay.core.scenario.PayloadFill;
import dev.assay.core.scenario.Timing;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.scenario.Workload;
import dev.assay.core.trial.TrialListener;
import dev.assay.core.trial.TrialSecond;
import dev.assay.core.unit.ByteSize;
import dev.assay.core.unit.Rate;
import dev.assay.driver.memory.LatencyLaw;
import dev.assay.driver.memory.MemoryProvider;
import dev.assay.host.Machine;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import dev.assay.systems.memory.MemorySpec;
import dev.assay.testkit.MadeUpMachine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole trial on two workers, from what their machines are said to do to the verdict. */
class DisturbedMachineTest {
    private static final Duration MEASURE = Duration.ofSeconds(4);
    private static final Timing TIMING = new Timing(Duration.ZERO, MEASURE, Duration.ofMinutes(5));
    private static final int RATE = 200;

    private final TrialWriter files;
    private final List<TrialSecond> seconds = new ArrayList<>();
    private final Machine desk = new MadeUpMachine("desk", "boot-0");

    DisturbedMachineTest(@TempDir Path base) {
        files = RunDirectory.create(base, "disturbed", Instant.EPOCH).begin("001-memory");
    }

    @AfterEach
    void closeFiles() {
        files.close();
    }

    @Test
    void theVerdictNamesTheMachineThatWasDisturbed() throws Exception {
        TrialOutcome outcome = run(
                new MadeUpMachine("load-1", "boot-1", Metrics.HOST_CPU_BUSY.of(0.4), Metrics.HOST_CPU_STEAL.of(0.01)),
                new MadeUpMachine("load-2", "boot-2", Metrics.HOST_CPU_BUSY.of(0.99), Metrics.HOST_CPU_STEAL.of(0.3)));

        assertThat(machineReasons(judge(outcome)))
                .containsExactly(
                        "the processors of host load-2 were busy 99 % of the measured phase",
                        "the hypervisor gave 30 % of the processor time of host load-2 to other machines");
        assertThat(seconds.stream().flatMap(second -> second.samples().stream()))
                .contains(
                        Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, "load-1"), 0.4),
                        Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, "load-2"), 0.99),
                        Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, Metrics.COORDINATOR), 1));
    }

    @Test
    void theMachineThatOnlyCoordinatedIsRecordedAndNotJudged() throws Exception {
        TrialOutcome outcome = run(new MadeUpMachine("load-1", "boot-1", Metrics.HOST_CPU_BUSY.of(0.4)));

        assertThat(machineReasons(judge(outcome))).isEmpty();
        assertThat(hosts(outcome)).extracting(TrialHost::name).containsExactly(Metrics.COORDINATOR, "load-1");
        assertThat(hosts(outcome)).extracting(TrialHost::carried).containsExactly(false, true);
    }

    private static List<String> machineReasons(Verdict verdict) {
        return verdict.reasons().stream()
                .filter(reason -> List.of("machine-cpu", "steal").contains(reason.code()))
                .map(Verdict.Reason::cause)
                .toList();
    }

    /** With a worker on each of the machines. */
    private TrialOutcome run(Machine... machines) throws Exception {
        WorkerToken token = WorkerToken.random();
        List<WorkerServer> servers = new ArrayList<>();
        List<WorkerConnection> connections = new ArrayList<>();
        try {
            for (Machine machine : machines) {
                WorkerOptions anyPort = WorkerOptions.owned(new HostPort("127.0.0.1", 0), token);
                WorkerServer server = WorkerServer.start(anyPort, new MemoryProvider(), machine);
                servers.add(server);
                connections.add(WorkerConnection.open(
                        new Target("w" + servers.size(), server.address(), token, WorkerHandle.ELSEWHERE)));
            }
            TrialRequest request = request();
            TrialListener seen = new TrialListener() {
                @Override
                public void onSecond(TrialSecond second) {
                    seconds.add(second);
                }
            };
            TrialFeed feed = new TrialFeed(
                    TrialListener.all(List.of(files, seen)),
                    request,
                    DisturbedMachineTest::ofThisMachine,
                    connections.stream()
                            .map(connection -> connection.identity().name())
                            .toList(),
                    Set.of());
            TrialOutcome outcome = new TrialRunner().run(request, connections, feed);
            feed.finish();
            return outcome;
        } finally {
            connections.forEach(WorkerConnection::close);
            servers.forEach(WorkerServer::close);
        }
    }

    private static List<Sample> ofThisMachine() {
        return List.of(Metrics.HOST_CPU_BUSY.of(Labels.of(Labels.HOST, Metrics.COORDINATOR), 1));
    }

    private static TrialRequest request() {
        Workload workload = new Workload(
                1,
                2,
                new MessageSpec(new ByteSize(100), PayloadFill.RANDOM, MessageKeying.NONE),
                2,
                1,
                1,
                Map.of(),
                LoadProfile.constant(new Rate(RATE)),
                Arrivals.CONSTANT,
                new Batching(Duration.ofMillis(1), new ByteSize(1 << 17)),
                InFlight.DEFAULT);
        MemorySpec system = new MemorySpec(LatencyLaw.CONSTANT, Duration.ofMillis(1), Duration.ZERO, Duration.ZERO);
        TrialSpec spec = new TrialSpec(system, DurabilityLevel.LEVEL_4, workload, TIMING, VendorSettings.NONE);
        Map<String, String> connection =
                Map.of("law", "constant", "mean-nanos", "1000000", "stall-at-nanos", "0", "stall-nanos", "0");
        return new TrialRequest(new PlannedTrial(1, "memory", 1, Map.of(), spec, 42), "test", 1, connection);
    }

    private List<TrialHost> hosts(TrialOutcome outcome) {
        return TrialHosts.of(outcome.hosts(), desk, 0);
    }

    /** By what the files have of the trial. */
    private Verdict judge(TrialOutcome outcome) {
        return Judge.PRESENT.judge(files.stored(record(outcome)));
    }

    private TrialRecord record(TrialOutcome outcome) {
        return new TrialRecord(
                1,
                "memory",
                1,
                Map.of(),
                Map.of(),
                new SystemIdentity("memory", "built-in", "none", "local", 0),
                DurabilityStatement.holding(DurabilityLevel.LEVEL_4),
                RATE,
                100,
                outcome.start().instant().toString(),
                outcome.phases(),
                outcome.clockErrorNanos(),
                outcome.workers().stream().map(worker -> worker.name()).toList(),
                hosts(outcome),
                ClusterHistory.UNKNOWN,
                TrialConclusion.subscriptions(request().trial().spec().workload()),
                outcome.events(),
                new DrainRecord(outcome.drained(), TIMING.drain().toNanos(), List.of()),
                outcome.delivery(),
                Verdict.PENDING,
                outcome.config(),
                List.of(),
                List.of());
    }
}

package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.host.CompilerThreads;
import dev.assay.host.HostSample;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.TrialHost;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TrialHostsTest {
    private static final TrialRequest TWO_SECONDS =
            MemoryTrials.lasting(Duration.ofSeconds(2), MemoryTrials.workload(2, 2, 1, new Rate(1000)));

    private final VirtualClock clock = new VirtualClock();
    private final Reports reports = new Reports();

    private static class Reports implements IntervalSink {
        final List<HostSample> hosts = new ArrayList<>();
        final List<String> limitations = new ArrayList<>();

        @Override
        public void on(TrialEvent event) {}

        @Override
        public void onHost(HostSample sample) {
            hosts.add(sample);
        }

        @Override
        public void onHostLimitation(String host, String limitation) {
            limitations.add(host + ": " + limitation);
        }

        List<Sample> samples() {
            return hosts.stream().flatMap(host -> host.samples().stream()).toList();
        }
    }

    private InProcessWorker worker(String name, Machine machine) throws Exception {
        return InProcessWorker.start(name, new MemoryProvider(clock), machine, clock);
    }

    private TrialOutcome run(InProcessWorker... workers) throws Exception {
        return run(MemoryTrials.runner(clock), workers);
    }

    private TrialOutcome run(Measurement runner, InProcessWorker... workers) throws Exception {
        List<WorkerConnection> connections =
                List.of(workers).stream().map(InProcessWorker::connection).toList();
        return runner.run(TWO_SECONDS, connections, reports);
    }

    @Test
    void eachMachineIsReportedUnderItsName() throws Exception {
        Machine calm = new FakeMachine("load-1", "boot-1", Metrics.HOST_CPU_STEAL.of(0.01));
        Machine robbed = new FakeMachine("load-2", "boot-2", Metrics.HOST_CPU_STEAL.of(0.35));
        try (InProcessWorker first = worker("w1", calm);
                InProcessWorker second = worker("w2", robbed)) {
            TrialOutcome outcome = run(first, second);

            assertThat(reports.samples())
                    .contains(
                            Metrics.HOST_CPU_STEAL.of(Labels.of(Labels.HOST, "load-1"), 0.01),
                            Metrics.HOST_CPU_STEAL.of(Labels.of(Labels.HOST, "load-2"), 0.35));
            assertThat(outcome.hosts()).extracting(TrialHost::name).containsExactly("load-1", "load-2");
            assertThat(outcome.hosts()).extracting(TrialHost::workers).containsExactly(List.of("w1"), List.of("w2"));
            assertThat(outcome.clockErrorNanos())
                    .isEqualTo(outcome.hosts().stream()
                            .mapToLong(TrialHost::clockErrorNanos)
                            .sum());
        }
    }

    @Test
    void reportsAreOnTheCoordinatorsClock() throws Exception {
        Machine machine = new FakeMachine("load-1", "boot-1", Metrics.HOST_CPU.of(1));
        long before = System.nanoTime();
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider(), machine)) {
            run(new Measurement(TestTimeouts.LIMITS), worker);
        }
        assertThat(reports.hosts)
                .isNotEmpty()
                .allSatisfy(host -> assertThat(host.nanoTime()).isBetween(before, System.nanoTime()));
    }

    @Test
    void workersOfOneMachineReportItOnce() throws Exception {
        FakeMachine spoken = new FakeMachine("load-1", "boot-1", Metrics.HOST_CPU.of(1.5));
        FakeMachine silent = new FakeMachine("load-1", "boot-1", Metrics.HOST_CPU.of(1.5));
        try (InProcessWorker first = worker("w1", spoken);
                InProcessWorker second = worker("w2", silent)) {
            TrialOutcome outcome = run(first, second);

            assertThat(spoken.watched()).isEqualTo(1);
            assertThat(silent.watched()).isZero();
            assertThat(outcome.hosts()).singleElement().satisfies(host -> {
                assertThat(host.name()).isEqualTo("load-1");
                assertThat(host.workers()).containsExactly("w1", "w2");
            });
            assertThat(outcome.clockErrorNanos()).isZero();
        }
    }

    /** One worker reports for the machine, but each has compilers of its own; the coordinator sees those of its own machine. */
    @Test
    void eachWorkerElsewhereTellsWhatTheCompilersOfItsJvmTake() throws Exception {
        try (InProcessWorker first = worker("w1", new Compiling("load-1", "boot-1"));
                InProcessWorker second = worker("w2", new Compiling("load-1", "boot-1"));
                InProcessWorker here = worker("w3", new Compiling("here", new ThisMachine().bootId()))) {
            run(first, second, here);
        }
        assertThat(reports.samples())
                .filteredOn(sample -> sample.metric().equals(Metrics.PROCESS_COMPILERS))
                .extracting(Sample::labels)
                .contains(Labels.of(Labels.WORKER, "w1"), Labels.of(Labels.WORKER, "w2"))
                .doesNotContain(Labels.of(Labels.WORKER, "w3"));
    }

    private record Compiling(String name, String bootId) implements Machine {
        @Override
        public Watch watch() {
            return _ -> List.of();
        }

        @Override
        public CompilerThreads compilers() {
            return new ThisMachine().compilers();
        }
    }

    @Test
    void machinesOfOneNameAreToldApart() throws Exception {
        try (InProcessWorker first = worker("w1", new FakeMachine("localhost", "boot-1"));
                InProcessWorker second = worker("w2", new FakeMachine("localhost", "boot-2"))) {
            assertThat(run(first, second).hosts())
                    .extracting(TrialHost::name)
                    .containsExactly("localhost", "localhost-2");
        }
    }

    @Test
    void theCoordinatorsOwnMachineIsLeftToTheCoordinator() throws Exception {
        try (InProcessWorker worker = worker("w1", new ThisMachine())) {
            TrialOutcome outcome = run(worker);

            assertThat(reports.samples())
                    .extracting(Sample::metric)
                    .as("what its own process had is the worker's to tell")
                    .isSubsetOf(Metrics.WORKER_THROTTLED);
            assertThat(outcome.hosts()).singleElement().satisfies(host -> {
                assertThat(host.name()).isEqualTo(Metrics.COORDINATOR);
                assertThat(host.clockOffsetNanos()).isZero();
                assertThat(host.clockErrorNanos()).isZero();
            });
        }
    }

    @Test
    void clocksOfOtherMachinesAreLookedAtDuringTheLoad() throws Exception {
        TrialRequest untilCancelled = MemoryTrials.lasting(Duration.ofMinutes(30), MemoryTrials.simple());
        Measurement runner = new Measurement(TestTimeouts.LIMITS);
        Reports seen = new Reports() {
            @Override
            public void onHost(HostSample sample) {
                super.onHost(sample);
                runner.cancel();
            }
        };
        try (InProcessWorker worker =
                InProcessWorker.start("w1", new MemoryProvider(), new FakeMachine("load-1", "boot-1"))) {
            assertThatThrownBy(() -> runner.run(untilCancelled, List.of(worker.connection()), seen))
                    .hasMessageContaining("cancelled");
        }
        assertThat(seen.hosts.getFirst().samples())
                .extracting(Sample::metric)
                .containsExactly(Metrics.HOST_CLOCK_DRIFT, Metrics.HOST_CLOCK_CORRECTION, Metrics.HOST_CLOCK_ERROR);
    }

    @Test
    void theErrorOfAnotherMachinesClockIsInTheRecord() throws Exception {
        try (InProcessWorker worker =
                InProcessWorker.start("w1", new MemoryProvider(), new FakeMachine("load-1", "boot-1"))) {
            TrialOutcome outcome = run(new Measurement(TestTimeouts.LIMITS), worker);

            // In truth it is one clock, so an offset of 0 lies within every error.
            TrialHost host = outcome.hosts().getFirst();
            assertThat(Math.abs(host.clockOffsetNanos())).isLessThanOrEqualTo(host.clockErrorNanos());
            assertThat(host.clockErrorNanos()).isPositive();
        }
    }

    @Test
    void aMachineThatTellsNothingIsNoObstacle() throws Exception {
        Machine mute = new Machine() {
            @Override
            public String name() {
                return "load-1";
            }

            @Override
            public String bootId() {
                return "";
            }

            @Override
            public Watch watch() throws IOException {
                throw new IOException("no such file");
            }
        };
        try (InProcessWorker worker = worker("w1", mute)) {
            assertThat(run(worker).delivery().acked()).isEqualTo(2000);
            assertThat(reports.limitations).singleElement().asString().contains("load-1: ", "no such file");
        }
    }
}

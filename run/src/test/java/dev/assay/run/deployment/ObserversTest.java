package dev.assay.run.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.HostSample;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.TrialHost;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.run.coordinator.WorkerIdentity;
import dev.assay.run.observe.Observer;
import dev.assay.run.observe.Viewpoint;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.FakeMachine;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.Observation;
import dev.assay.worker.wire.WorkerToken;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs both sides of an observation, of servers that others run, in one process. */
class ObserversTest {
    private static final WorkerToken TOKEN = WorkerToken.random();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Labels ANYWHERE = Labels.of(Labels.HOST, "here");

    private static final CalibrationStatus CALIBRATION = calibration();

    private static CalibrationStatus calibration() {
        DurationStatistics some = new DurationStatistics(1000, 1_000_000, 4_000_000, 9_000_000);
        SyncCalibration syncs = new SyncCalibration(4096, 500, some);
        DiskCalibration disk = new DiskCalibration(
                "/data",
                "xfs on /dev/nvme1n1",
                Optional.of(new TransferRate(327e6, 1 << 20, 2000)),
                Optional.empty(),
                syncs,
                syncs,
                "");
        return new CalibrationStatus(
                Optional.of(new Calibration(
                        Calibration.VERSION,
                        "2026-11-20T10:00:00Z",
                        new MachineFingerprint(new TreeMap<>(Map.of("host", "b"))),
                        List.of(disk),
                        2,
                        List.of(new HarnessCeiling(1, 1024, 500_000, 500_000, true, 2)),
                        Optional.empty(),
                        new LoopbackCalibration(some, new TransferRate(1e9, 1 << 16, 9000)),
                        some,
                        100_000,
                        some)),
                "");
    }

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Shows what a test says of a machine. */
    private static final class Scene implements Viewpoint {
        final List<Consumer<Observation.Second>> watches = new ArrayList<>();
        final List<String> servers;
        String unclear = "";
        String refusal = "";
        int drops;

        Scene(String... servers) {
            this.servers = List.of(servers);
        }

        @Override
        public Observation.Sight sight() {
            if (!unclear.isEmpty()) {
                throw DeploymentException.environment(unclear, null);
            }
            return new Observation.Sight(Map.of("tuning.governor", "performance"), servers, 2, CALIBRATION, refusal);
        }

        @Override
        public Watch watch(Consumer<Observation.Second> sink) {
            watches.add(sink);
            return () -> watches.remove(sink);
        }

        @Override
        public void dropPageCache() {
            if (!refusal.isEmpty()) {
                throw DeploymentException.environment(refusal, null);
            }
            drops++;
        }

        void show(Sample... samples) {
            List.copyOf(watches)
                    .forEach(watch ->
                            watch.accept(new Observation.Second(System.nanoTime(), List.of(samples), List.of())));
        }
    }

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private WorkerConnection connection(Scene scene, String host, String boot) throws Exception {
        String transport = "observer-" + NUMBER.incrementAndGet();
        WorkerServer server = WorkerServer.start(
                InProcessServerBuilder.forName(transport).directExecutor(),
                WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN),
                new Observer(scene, new FakeMachine(host, boot)));
        open.push(server);
        Target target = new Target("o" + NUMBER.get(), new HostPort(host, 9200), TOKEN, WorkerHandle.ELSEWHERE);
        return WorkerConnection.over(
                target,
                InProcessChannelBuilder.forName(transport).directExecutor().build());
    }

    private Observers listening(WorkerConnection... connections) throws Exception {
        Observers observers = Observers.listen(List.of(connections));
        open.push(observers);
        return observers;
    }

    private static WorkerIdentity worker(String name, String boot) {
        return new WorkerIdentity(name, new HostPort("load", 9100), "kafka", "", "load", 1, boot, 4, 4, 0);
    }

    private static Sample cpu(String node, double cores) {
        return Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, node), cores);
    }

    @Test
    void whatTheySeeIsOfTheirMachinesAndOfTheServersThere() throws Exception {
        Scene first = new Scene("broker-1");
        Scene second = new Scene("broker-2", "bookie-2");
        Observers observers = listening(connection(first, "b", "boot-1"), connection(second, "b", "boot-2"));

        first.show(Metrics.HOST_CPU.of(ANYWHERE, 9)); // Before anybody knows what the machine is called.
        Map<String, List<String>> placement =
                observers.place(Map.of("load", List.of("w1")), List.of(worker("w1", "boot-3")));
        first.show(Metrics.HOST_CPU.of(ANYWHERE, 2), cpu("broker-1", 1.5));
        second.show(Metrics.HOST_CPU.of(ANYWHERE, 3));

        assertThat(placement)
                .isEqualTo(Map.of(
                        "load", List.of("w1"), "b", List.of("broker-1"), "b-2", List.of("broker-2", "bookie-2")));
        assertThat(observers.next().stream().map(HostSample::samples))
                .containsExactly(
                        List.of(Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "b"), 2), cpu("broker-1", 1.5)),
                        List.of(Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "b-2"), 3)));
        assertThat(observers.next()).isEmpty();
        assertThat(observers.servers()).isEqualTo(3);
        assertThat(observers.machines()).containsEntry("b", new ObservedMachine(List.of("broker-1"), 2, CALIBRATION));
        assertThat(observers.facts()).containsEntry("b", Map.of("tuning.governor", "performance"));
        TrialHost load = new TrialHost("load", "load", List.of("w1"), 4, 0, 0, 0);
        assertThat(observers.added(List.of(load)))
                .extracting(TrialHost::name, TrialHost::nodes, TrialHost::workers)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("load", 0, List.of("w1")),
                        org.assertj.core.groups.Tuple.tuple("b", 1, List.of()),
                        org.assertj.core.groups.Tuple.tuple("b-2", 2, List.of()));
    }

    @Test
    void whereAWorkerTellsOfTheMachineOnlyServersAreSeen() throws Exception {
        Scene scene = new Scene("broker-1");
        Observers observers = listening(connection(scene, "b", "boot-1"));

        Map<String, List<String>> placement =
                observers.place(Map.of("load", List.of("w1")), List.of(worker("w1", "boot-1")));
        scene.show(Metrics.HOST_CPU.of(ANYWHERE, 2), cpu("broker-1", 1.5));

        assertThat(placement).isEqualTo(Map.of("load", List.of("w1", "broker-1")));
        assertThat(observers.next().getFirst().samples()).containsExactly(cpu("broker-1", 1.5));
        TrialHost load = new TrialHost("load", "load", List.of("w1"), 4, 0, 0, 0);
        assertThat(observers.added(List.of(load))).containsExactly(load.withNodes(1));
    }

    @Test
    void oneThatLiesIsNotHeardAnyMore() throws Exception {
        Scene scene = new Scene("broker-1");
        Observers observers = listening(connection(scene, "b", "boot-1"));
        observers.place(Map.of(), List.of());

        scene.show(cpu("broker-2", 1));
        scene.show(cpu("broker-1", 1));

        assertThat(observers.next()).isEmpty();
        assertThat(observers.limitations())
                .singleElement()
                .asString()
                .contains("host b: its observer is not heard any more");
    }

    @Test
    void namesOfServersAreTheirOwn() throws Exception {
        WorkerConnection one = connection(new Scene("broker-1"), "b", "boot-1");
        WorkerConnection other = connection(new Scene("broker-1"), "c", "boot-2");

        assertThatThrownBy(() -> Observers.listen(List.of(one, other)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("b:9200 and c:9200 both watch a server called 'broker-1'");
    }

    @Test
    void oneThatCannotTellWhichServerIsMeantSaysSo() throws Exception {
        Scene scene = new Scene("broker-1");
        scene.unclear = "port 9092 is that of several processes";
        WorkerConnection one = connection(scene, "b", "boot-1");

        assertThatThrownBy(() -> Observers.listen(List.of(one)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("the observer at b:9200: port 9092 is that of several processes");
    }

    @Test
    void namesThatAreNoneAreRefused() throws Exception {
        WorkerConnection one = connection(new Scene("broker\u001b[2J"), "b", "boot-1");

        assertThatThrownBy(() -> Observers.listen(List.of(one)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("a server can't be called");
    }

    @Test
    void thePageCacheIsDroppedWhereItMayBe() throws Exception {
        Scene scene = new Scene();
        Observers observers = listening(connection(scene, "b", "boot-1"));
        assertThat(observers.refusalToDropPageCache()).isEmpty();
        observers.dropPageCache();
        assertThat(scene.drops).isEqualTo(1);

        scene.refusal = "its observer was started without --allow-page-cache-drop";
        assertThatThrownBy(observers::dropPageCache)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("b:9200 did not drop the page cache: its observer was started without");
        assertThat(listening(connection(scene, "b", "boot-1")).refusalToDropPageCache())
                .contains("b:9200: its observer was started without --allow-page-cache-drop");
    }

    @Test
    void aWorkerIsNoObserver() throws Exception {
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider())) {
            assertThatThrownBy(() -> Observers.listen(List.of(worker.connection())))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("is a worker for memory and no observer");
        }
    }

    @Test
    void soManyRunsAreToldAndWhoLeavesMakesRoom() throws Exception {
        Scene scene = new Scene();
        WorkerConnection first = connection(scene, "b", "boot-1");
        List<Observers> four = new ArrayList<>();
        String transport = "observer-" + NUMBER.get();
        for (int run = 0; run < 4; run++) {
            four.add(listening(run == 0 ? first : again(transport)));
        }
        WorkerConnection fifth = again(transport);
        assertThatThrownBy(() -> Observers.listen(List.of(fifth)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("already tells 4 runs");
        assertThat(scene.watches).hasSize(4);

        four.getFirst().close();
        assertThat(scene.watches).hasSize(3);
        Observers next = listening(again(transport));
        assertThat(next.limitations()).isEmpty();
    }

    private static WorkerConnection again(String transport) throws CoordinationException {
        return WorkerConnection.over(
                new Target("o", new HostPort("b", 9200), TOKEN, WorkerHandle.ELSEWHERE),
                InProcessChannelBuilder.forName(transport).directExecutor().build());
    }
}

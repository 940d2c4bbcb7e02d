package dev.assay.cluster.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.FaultReport;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.cluster.node.NodeMonitor;
import dev.assay.cluster.node.ServerProcess;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.Signal;
import dev.assay.model.durability.Fault;
import dev.assay.testing.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Injects faults into a cluster whose servers are shells that sleep. */
class LocalFaultsTest {
    @TempDir
    Path folder;

    private final NodeMonitor watch = new NodeMonitor();
    private final List<List<String>> revived = new ArrayList<>();
    private int revivalsThatFail;
    private ProcessSupervisor supervisor;

    @BeforeEach
    void open() {
        supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
    }

    @AfterEach
    void close() {
        watch.end();
        supervisor.close();
    }

    private List<ServerProcess> servers(int count) {
        List<ServerProcess> servers = IntStream.rangeClosed(1, count)
                .mapToObj(i -> new ServerProcess(() -> supervisor.start(new ProcessSpec(
                        "node-" + i, List.of("sleep", "1000"), Map.of(), folder, folder.resolve("node-" + i)))))
                .toList();
        servers.forEach(server -> watch.add(server.process()));
        return servers;
    }

    private LocalFaults faults(List<ServerProcess> servers) {
        NodeEnvironment nodeEnvironment = NodeEnvironment.lease(supervisor, "data of a test", folder.resolve("data"));
        List<FaultDomain> domains = servers.stream()
                .map(server -> new FaultDomain(server.name(), List.of(server)))
                .toList();
        return new LocalFaults(
                new FaultTarget(domains, domains.size(), nodeEnvironment, watch, Duration.ofMillis(1), this::revive));
    }

    private void revive(List<ServerProcess> ended) {
        revived.add(ended.stream().map(ServerProcess::name).toList());
        ended.forEach(ServerProcess::restart);
        if (revivalsThatFail-- > 0) {
            ended.getFirst().process().kill();
            throw DeploymentException.system("it did not come up", null);
        }
    }

    @Test
    void aKilledNodeFailsNothingAndIsStartedAgain() {
        List<ServerProcess> servers = servers(3);
        ProcessHandle before = servers.getFirst().process().handle();
        LocalFaults faults = faults(servers);
        FaultReport report = faults.inject(Fault.KILL_ONE);
        assertThat(report.nodes()).containsExactly("node-1");
        assertThat(report.details()).containsKeys("time since all was synced", "dirty", "time to take effect");
        assertThat(before.isAlive()).isFalse();
        faults.recover();
        assertThat(revived).containsExactly(List.of("node-1"));
        assertThat(servers).allMatch(ServerProcess::isRunning);
        assertThat(watch.failure()).isEmpty();
    }

    @Test
    void allNodesAreKilledAndStartedAgainTogether() {
        List<ServerProcess> servers = servers(3);
        LocalFaults faults = faults(servers);
        assertThat(faults.inject(Fault.KILL_ALL).nodes()).hasSize(3);
        assertThat(servers).noneMatch(ServerProcess::isRunning);
        faults.recover();
        assertThat(revived).containsExactly(List.of("node-1", "node-2", "node-3"));
        assertThat(watch.failure()).isEmpty();
    }

    @Test
    void theDeathOfANodeThatTheFaultDoesNotHitIsAFailure() {
        List<ServerProcess> servers = servers(2);
        faults(servers).inject(Fault.KILL_ONE);
        servers.get(1).process().signal(Signal.KILL);
        assertThat(Eventually.holds(() -> watch.failure().isPresent())).isTrue();
        assertThat(watch.failure())
                .hasValueSatisfying(failure -> assertThat(failure).startsWith("node-2 has ended"));
    }

    @Test
    void aNodeThatDiesAgainAfterItWasStartedAgainIsAFailure() {
        List<ServerProcess> servers = servers(2);
        LocalFaults faults = faults(servers);
        faults.inject(Fault.KILL_ONE);
        faults.recover();
        servers.getFirst().process().signal(Signal.KILL);
        assertThat(Eventually.holds(() -> watch.failure().isPresent())).isTrue();
    }

    @Test
    void aPausedNodeGoesOnAndIsStartedAgainOnceWhenItEndsItself() {
        List<ServerProcess> servers = servers(2);
        ProcessHandle before = servers.getFirst().process().handle();
        LocalFaults faults = faults(servers);
        faults.inject(Fault.PAUSE_ONE);
        faults.recover();
        assertThat(revived).containsExactly(List.of());
        assertThat(servers.getFirst().process().handle()).isEqualTo(before);
        servers.getFirst().process().signal(Signal.TERM);
        assertThat(Eventually.holds(() -> servers.getFirst().isRunning()
                        && !servers.getFirst().process().handle().equals(before)))
                .isTrue();
        assertThat(watch.failure()).isEmpty();
    }

    @Test
    void aNodeThatEndsWhileItComesUpIsStartedOnceMoreButNotForEver() {
        LocalFaults faults = faults(servers(2));
        revivalsThatFail = 2;
        faults.inject(Fault.KILL_ONE);
        faults.recover();
        assertThat(revived).hasSize(3);
        revivalsThatFail = 3;
        faults.inject(Fault.KILL_ONE);
        assertThatThrownBy(faults::recover).hasMessage("it did not come up");
    }

    @Test
    void oneFaultIsInEffectAtATimeAndRecoveryNoneDoesNothing() {
        LocalFaults faults = faults(servers(2));
        faults.recover();
        assertThat(revived).isEmpty();
        faults.inject(Fault.KILL_ONE);
        assertThatThrownBy(() -> faults.inject(Fault.KILL_ALL))
                .hasMessage("kill-one is in effect; recover from it before kill-all");
    }

    @Test
    void whatCannotBeHadIsRefusedWithTheReason() {
        LocalFaults faults = faults(servers(1));
        assertThat(faults.refused())
                .containsOnlyKeys(
                        Fault.KILL_ONE,
                        Fault.POWER_ONE,
                        Fault.POWER_ALL,
                        Fault.PAUSE_ONE,
                        Fault.PARTITION_ONE,
                        Fault.DISK_FULL)
                .containsEntry(Fault.KILL_ONE, "the cluster has only one node, so none would be left");
        assertThatThrownBy(() -> faults.inject(Fault.POWER_ALL))
                .isInstanceOf(DeploymentException.class)
                .hasMessage("power-all is refused: the cluster was started without a disk image for each node.");
    }
}

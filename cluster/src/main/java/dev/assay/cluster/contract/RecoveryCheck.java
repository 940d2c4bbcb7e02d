package dev.assay.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFaults;
import dev.assay.cluster.node.FaultReport;
import dev.assay.cluster.node.ServerNode;
import dev.assay.model.durability.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

public final class RecoveryCheck {
    private RecoveryCheck() {}

    /** Injects the fault, recovers from it, and checks that it is the same cluster as before and has not failed. */
    public static void after(Fault fault, Cluster cluster) {
        ClusterFaults faults = cluster.faults().orElseThrow();
        List<ServerNode> before = cluster.nodes();
        Map<String, String> connection = cluster.connection();
        faults.syncDisks();

        FaultReport report = faults.inject(fault);
        long injected = System.nanoTime();
        faults.recover();

        System.out.printf(
                "%s on %s: %s, back after %.1f s%n",
                fault,
                report.nodes(),
                report.details(),
                Duration.ofNanos(System.nanoTime() - injected).toMillis() / 1e3);
        assertThat(report.fault()).isEqualTo(fault);
        assertThat(cluster.failure()).isEmpty();
        assertThat(cluster.connection()).isEqualTo(connection);
        for (ServerNode node : cluster.nodes()) {
            assertThat(node.process().isAlive()).as(node.name()).isTrue();
            boolean same = before.stream().anyMatch(old -> old.process().equals(node.process()));
            if (ends(fault)) {
                assertThat(same).as(node.name()).isNotEqualTo(report.nodes().contains(node.name()));
            }
        }
    }

    private static boolean ends(Fault fault) {
        return switch (fault) {
            case KILL_ONE, KILL_ALL, POWER_ONE, POWER_ALL -> true;
            case PAUSE_ONE, PARTITION_ONE, DISK_FULL -> false;
        };
    }

    /** Checks that nothing is mounted below the folder any more, and that its clusters' data is deleted. */
    public static void leftNothing(Path folder) throws IOException {
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
        assertThat(folder.resolve("clusters")).isEmptyDirectory();
    }
}

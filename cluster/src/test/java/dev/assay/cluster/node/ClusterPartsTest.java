package dev.assay.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.Signal;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.model.exit.ExitCode;
import dev.assay.testing.time.Eventually;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterPartsTest {
    @TempDir
    Path folder;

    private ProcessSupervisor supervisor() {
        return ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
    }

    private SupervisedProcess server(ProcessSupervisor supervisor, String script) {
        return supervisor.start(new ProcessSpec(
                "broker-1", List.of("/bin/sh", "-c", script), Map.of(), folder, folder.resolve("broker-1.log")));
    }

    @Test
    void aServerThatEndsBecauseTheDiskIsFullIsExplained() {
        try (ProcessSupervisor supervisor = supervisor()) {
            NodeMonitor watch = new NodeMonitor();
            List<String> heard = new CopyOnWriteArrayList<>();
            watch.onFailure(heard::add);
            watch.add(server(supervisor, "echo 'java.io.IOException: No space left on device'; exit 1"));
            assertThat(Eventually.holds(() -> !heard.isEmpty())).isTrue();
            assertThat(heard)
                    .singleElement()
                    .asString()
                    .startsWith("broker-1 has ended (exit code 1) because the disk is full. Make room and run again.")
                    .endsWith("  java.io.IOException: No space left on device");
            watch.onFailure(heard::add);
            assertThat(heard).hasSize(2);
        }
    }

    @Test
    void anEndThatIsWantedIsNoFailure() {
        NodeMonitor watch = new NodeMonitor();
        try (ProcessSupervisor supervisor = supervisor()) {
            SupervisedProcess server = server(supervisor, "sleep 1000");
            watch.add(server);
            watch.end();
            server.kill();
        }
        assertThat(watch.failure()).isEmpty();
    }

    @Test
    void tooLittleRoomIsSaidBeforeTheStart() {
        ClusterFolders folders = new ClusterFolders(folder.resolve("logs"), folder.resolve("data"));
        folders.needFreeBytes(1);
        assertThatThrownBy(() -> folders.needFreeBytes(Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageContaining("MiB are free")
                .hasMessageContaining(folder.resolve("data").toString());
    }

    @Test
    void portsAreDistinct() {
        assertThat(FreePorts.RANDOM.take(20))
                .hasSize(20)
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= 15_000 && port < 32_000);
    }

    @Test
    void aClusterOfOthersIsLeftAlone() {
        try (Cluster cluster = new ExistingCluster(Map.of("bootstrap.servers", "host:9092"))) {
            assertThat(cluster.nodes()).isEmpty();
            assertThatThrownBy(() -> cluster.signal("broker-1", Signal.KILL))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("broker-1");
        }
    }
}

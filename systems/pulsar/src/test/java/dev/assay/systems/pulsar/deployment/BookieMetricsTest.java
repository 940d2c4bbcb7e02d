package dev.assay.systems.pulsar.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.ServerMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class BookieMetricsTest {
    @TempDir
    Path folder;

    private ServerNode node(String name) {
        return new ServerNode(name, ProcessHandle.current(), 1, folder.resolve("log"), folder, Optional.empty());
    }

    @Test
    void onlyBookiesAreAskedForThemAndEveryJvmForItsCollections() throws IOException {
        List<ServerMetrics> metrics =
                new PulsarSystem().metrics(List.of(node("zookeeper-1"), node("bookie-1"), node("broker-1")));
        assertThat(metrics)
                .extracting(ServerMetrics::node)
                .containsExactly("zookeeper-1", "bookie-1", "bookie-1", "broker-1");
        assertThatThrownBy(() -> metrics.get(2).next(0))
                .as("a bookie that has no page")
                .isInstanceOf(IOException.class)
                .hasMessage("it was started with its journal metrics turned off");
        for (ServerMetrics each : metrics) {
            each.close();
        }
    }
}

package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.testing.cluster.SharedCluster;
import dev.assay.testing.cluster.SharedNode;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
@Tag("slow")
class RabbitMqClusterTest {
    private static final SharedCluster RABBITMQ = RabbitMqUnderTest.CLUSTER;

    @BeforeAll
    static void startRabbitMq() {
        RabbitMqUnderTest.start();
    }

    @Test
    void threeNodesAreOneCluster() {
        List<SharedNode> nodes = RABBITMQ.nodes();
        assertThat(nodes).extracting(SharedNode::name).containsExactly("rabbitmq-1", "rabbitmq-2", "rabbitmq-3");
        assertThat(nodes).allSatisfy(node -> {
            assertThat(ProcessHandle.of(node.pid())
                            .flatMap(process -> process.info().command()))
                    .hasValueSatisfying(command -> assertThat(command).endsWith("beam.smp"));
            assertThat(node.data()).isNotEmptyDirectory();
            assertThat(node.log()).isNotEmptyFile();
            assertThat(node.log().resolveSibling(node.name() + ".conf")).isNotEmptyFile();
        });
        assertThat(RABBITMQ.serverVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(RABBITMQ.connection())
                .contains(entry("queue", "quorum"), entry("replication", "3"), entry("acknowledgement", "manual"))
                .containsKeys("uri", "admin.url", "stream.uri", "prefetch", "confirm-window")
                .as("what scenarios mean by it is a number, which a run on this cluster would take it for")
                .doesNotContainKey("nodes");
    }

    @Test
    void effectiveSettingsAreWhatTheNodesReport() {
        assertThat(RABBITMQ.serverSettings().get("rabbitmq-2"))
                .contains(
                        entry("channel_max", "1999"),
                        entry("rabbit.channel_max", "1999"),
                        entry("rabbit.vm_memory_high_watermark", "{absolute,3221225472}"),
                        entry("erlang.scheduler_bind_type", "unbound"));
        assertThat(RABBITMQ.overrides()).containsEntry("channel_max", "set in the scenario");
    }
}

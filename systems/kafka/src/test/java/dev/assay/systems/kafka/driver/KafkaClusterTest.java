package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.testing.cluster.SharedCluster;
import dev.assay.testing.cluster.SharedNode;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
@Tag("slow")
class KafkaClusterTest {
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");

    @Test
    void threeNodesAreOneCluster() throws Exception {
        List<SharedNode> nodes = KAFKA.nodes();
        assertThat(nodes).extracting(SharedNode::name).containsExactly("broker-1", "broker-2", "broker-3");
        assertThat(TestConfigs.servers(KAFKA).split(",", -1))
                .containsExactlyElementsOf(
                        nodes.stream().map(node -> "127.0.0.1:" + node.port()).toList());
        for (SharedNode node : nodes) {
            assertThat(node.data()).isNotEmptyDirectory();
            assertThat(node.log()).isNotEmptyFile();
            assertThat(node.log().resolveSibling(node.name() + ".properties")).isNotEmptyFile();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + node.port()))) {
                var cluster = admin.describeCluster();
                assertThat(cluster.nodes().get()).extracting(Node::id).containsExactlyInAnyOrder(1, 2, 3);
                assertThat(cluster.controller().get()).isNotNull();
            }
        }
    }

    @Test
    void effectiveSettingsAndDownloadsAreReported() {
        assertThat(KAFKA.serverSettings())
                .containsOnlyKeys("broker-1", "broker-2", "broker-3")
                .allSatisfy((node, settings) -> assertThat(settings)
                        .contains(
                                entry("default.replication.factor", "3"),
                                entry("min.insync.replicas", "2"),
                                entry("broker.session.timeout.ms", "6000"),
                                entry("log.segment.bytes", "1073741824")));
        assertThat(KAFKA.overrides()).containsEntry("broker.session.timeout.ms", "set in the scenario");
        assertThat(KAFKA.artifacts().keySet()).anyMatch(name -> name.startsWith("org.apache.kafka:kafka_2.13:"));
    }
}

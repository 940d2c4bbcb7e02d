package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.model.spec.VendorSettings;
import dev.assay.testing.cluster.SharedCluster;
import dev.assay.testing.cluster.SharedNode;
import java.util.List;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs ZooKeeper, three bookies and two brokers. */
@Tag("server")
@Tag("slow")
class PulsarClusterTest {
    private static final SharedCluster PULSAR = SharedCluster.of("pulsar");

    @Test
    void zooDaemonBookiesAndBrokersAreOneCluster() throws Exception {
        List<SharedNode> nodes = PULSAR.nodes();
        assertThat(nodes)
                .extracting(SharedNode::name)
                .containsExactly("zookeeper-1", "bookie-1", "bookie-2", "bookie-3", "broker-1", "broker-2");
        assertThat(nodes).allSatisfy(node -> {
            assertThat(node.log()).isNotEmptyFile();
            assertThat(node.log().resolveSibling("broker-1.properties")).isNotEmptyFile();
        });
        assertThat(PULSAR.connection())
                .contains(entry("ensemble", "3"), entry("write-quorum", "3"), entry("ack-quorum", "2"));
        for (String address : PULSAR.connection().getOrDefault("admin.url", "").split(",", -1)) {
            String url = address.startsWith("http") ? address : "http://" + address;
            try (PulsarAdmin admin = PulsarAdmin.builder().serviceHttpUrl(url).build()) {
                assertThat(admin.brokers().getActiveBrokers()).hasSize(2);
                assertThat(admin.bookies().getBookies().getBookies()).hasSize(3);
            }
        }
    }

    @Test
    void aNamespaceBearsAssaysMarkFromItsFirstMomentOn() throws Exception {
        String address = PULSAR.connection().getOrDefault("admin.url", "").split(",", -1)[0];
        String name = "public/assay-mark-" + ProcessHandle.current().pid();
        try (PulsarAdmin admin = PulsarAdmin.builder()
                .serviceHttpUrl(address.startsWith("http") ? address : "http://" + address)
                .build()) {
            Namespaces namespaces = new Namespaces(
                    admin, PulsarSettingsTest.resolve(VendorSettings.NONE).topic());
            assertThat(namespaces.topics(name)).isEmpty();
            assertThat(namespaces.isForeign(name)).isFalse();
            namespaces.create(name);
            assertThat(admin.namespaces().getProperty(name, "created-by")).isEqualTo("assay");
            namespaces.deleteEmpty(name);
            assertThat(admin.namespaces().getNamespaces("public")).doesNotContain(name);
            admin.namespaces().createNamespace(name);
            assertThat(namespaces.isForeign(name)).isTrue();
            namespaces.deleteEmpty(name);
            assertThat(admin.namespaces().getNamespaces("public")).contains(name);
            admin.namespaces().deleteNamespace(name);
        }
    }

    @Test
    void effectiveSettingsAndDownloadsAreReported() {
        assertThat(PULSAR.serverSettings().get("bookie-2"))
                .contains(
                        entry("journalMaxBackups", "4"),
                        entry("journalSyncData", "false"),
                        entry("journalMaxSizeMB", "2048"));
        assertThat(PULSAR.serverSettings().get("broker-1"))
                .contains(
                        entry("activeConsumerFailoverDelayTimeMillis", "0"),
                        entry("bookkeeperNumberOfChannelsPerBookie", "64"));
        assertThat(PULSAR.overrides())
                .containsEntry("bookie.journalMaxBackups", "set in the scenario")
                .containsEntry("broker.activeConsumerFailoverDelayTimeMillis", "set in the scenario");
        assertThat(PULSAR.artifacts()).isNotEmpty();
    }
}

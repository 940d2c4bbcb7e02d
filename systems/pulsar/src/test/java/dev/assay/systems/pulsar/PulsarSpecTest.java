package dev.assay.systems.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.Servers;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.pulsar.PulsarSpec.Quorums;
import org.junit.jupiter.api.Test;

class PulsarSpecTest {
    private static PulsarSpec spec(int bookies, Quorums quorums, Deployment deployment) {
        return new PulsarSpec(
                "4.0.8",
                PulsarSpec.CLIENT,
                bookies,
                1,
                PulsarSpec.Placement.TOGETHER,
                new ByteSize(256 << 20),
                new ByteSize(192 << 20),
                quorums.ensemble(),
                quorums.write(),
                quorums.ack(),
                PulsarSpec.SubscriptionType.FAILOVER,
                "public",
                "",
                "",
                new Servers(deployment, NodeDisks.USUAL, 0, KubernetesServers.NONE));
    }

    private static Quorums at(DurabilityLevel level, int bookies, Quorums quorums) {
        return spec(bookies, quorums, Deployment.LOCAL).quorums(level);
    }

    @Test
    void quorumsFollowTheDurabilityWhereNoneAreGiven() {
        Quorums none = new Quorums(0, 0, 0);
        assertThat(at(DurabilityLevel.LEVEL_1, 3, none)).isEqualTo(new Quorums(3, 3, 2));
        assertThat(at(DurabilityLevel.LEVEL_2, 5, none)).isEqualTo(new Quorums(3, 3, 2));
        assertThat(at(DurabilityLevel.LEVEL_3, 3, none)).isEqualTo(new Quorums(3, 3, 1));
        assertThat(at(DurabilityLevel.LEVEL_4, 1, none)).isEqualTo(new Quorums(1, 1, 1));
        assertThat(at(DurabilityLevel.LEVEL_1, 1, none)).isEqualTo(new Quorums(1, 1, 1));
        assertThat(at(DurabilityLevel.LEVEL_1, 5, new Quorums(5, 2, 0))).isEqualTo(new Quorums(5, 2, 2));
    }

    @Test
    void quorumsThatCannotBeMetAreRefused() {
        assertThatThrownBy(() -> spec(3, new Quorums(4, 0, 0), Deployment.LOCAL))
                .hasMessage("ensemble is 4, but there are only 3 bookies");
        assertThatThrownBy(() -> spec(3, new Quorums(2, 3, 0), Deployment.LOCAL))
                .hasMessageContaining("write-quorum is 3");
        assertThatThrownBy(() -> spec(3, new Quorums(3, 2, 3), Deployment.LOCAL))
                .hasMessageContaining("ack-quorum is 3");
    }

    @Test
    void anExistingClusterNeedsBothAddresses() {
        assertThatThrownBy(() -> spec(3, new Quorums(0, 0, 0), Deployment.EXISTING))
                .hasMessageContaining("service.url")
                .hasMessageContaining("admin.url");
    }
}

package dev.assay.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortClaimTest {
    private final List<Integer> ports = FreePorts.RANDOM.take(3);

    @Test
    void aPortBelongsToOneClusterUntilItLetsItGo() {
        PortClaim first = PortClaim.of(ports).orElseThrow();
        assertThat(PortClaim.of(ports.subList(2, 3))).isEmpty();
        first.close();
        PortClaim second = PortClaim.of(ports.subList(2, 3)).orElseThrow();
        assertThat(PortClaim.of(ports)).isEmpty();
        // What was claimed before the one that was taken is free again.
        PortClaim.of(ports.subList(0, 2)).orElseThrow().close();
        second.close();
    }

    @Test
    void serversCanBindWhatIsClaimed() throws Exception {
        try (PortClaim claim = PortClaim.of(ports).orElseThrow();
                ServerSocket server = new ServerSocket(ports.getFirst(), 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(server.isBound()).isTrue();
            assertThat(claim).isNotNull();
        }
    }
}

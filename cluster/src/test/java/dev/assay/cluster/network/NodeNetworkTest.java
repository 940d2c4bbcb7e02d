package dev.assay.cluster.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes real network namespaces. */
class NodeNetworkTest {
    private static final int PORT = 18080;
    private static final int CONNECT_MILLIS = 1000;

    @TempDir
    Path folder;

    /** Serves files by the JDK's server, which is on every machine that builds Assay. */
    private void serve(ProcessSupervisor supervisor, NodeNetwork network, String node) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                java.toString(),
                "-m",
                "jdk.httpserver",
                "-b",
                network.address(node),
                "-p",
                Integer.toString(PORT),
                "-d",
                folder.toString());
        supervisor.start(new ProcessSpec(node, command, Map.of(), folder, folder.resolve(node + ".log"))
                .within(network.commandPrefix(node)));
    }

    private static boolean answers(NodeNetwork network, String node) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(network.address(node)), PORT), CONNECT_MILLIS);
            return true;
        } catch (IOException cutOff) {
            return false;
        }
    }

    @Test
    void aNodeThatIsCutIsOutOfReachAndTheOthersAreNot() {
        assumeTrue(
                NodeNetwork.refusal().isEmpty(),
                () -> "skipped: " + NodeNetwork.refusal().orElseThrow());
        String links = Program.run("ip", "-br", "link");
        String spaces = Program.run("ip", "netns");
        String mine;
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases())) {
            NodeNetwork network = NodeNetwork.create(supervisor, List.of("n1", "n2"));
            mine = network.bridge();
            serve(supervisor, network, "n1");
            serve(supervisor, network, "n2");
            assertThat(Eventually.holds(() -> answers(network, "n1") && answers(network, "n2")))
                    .isTrue();
            network.cut("n1");
            assertThat(answers(network, "n1")).isFalse();
            assertThat(Eventually.holds(() -> answers(network, "n2"))).isTrue();
            network.join("n1");
            assertThat(Eventually.holds(() -> answers(network, "n1"))).isTrue();
            assertThat(links + spaces).doesNotContain(mine);
            assertThat(network.setting("ipv4", "forwarding")).content().isEqualToIgnoringWhitespace("0");
            Path noIpv6 = network.setting("ipv6", "disable_ipv6");
            if (Files.exists(noIpv6)) {
                assertThat(noIpv6).content().isEqualToIgnoringWhitespace("1");
            }
        }
        assertThat(Program.run("ip", "-br", "link")).doesNotContain(mine);
        assertThat(Program.run("ip", "netns")).doesNotContain(mine.substring("assay".length()) + "-n1");
    }
}

package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.ServerMetrics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class NodeMetricsTest {
    @TempDir
    Path folder;

    private ServerNode node() {
        return new ServerNode(
                "rabbitmq-2", ProcessHandle.current(), 1, folder.resolve("log"), folder.resolve("rabbitmq-2"));
    }

    private URI page(String settings) throws IOException {
        Files.writeString(folder.resolve("rabbitmq-2.conf"), settings);
        return RabbitMqSystem.metricsPage(node());
    }

    @Test
    void theyAreWhereTheFileSaysThatTheNodeWasStartedWith() throws IOException {
        assertThat(page("management.tcp.port = 21002\nprometheus.tcp.ip = 10.77.0.3\nprometheus.tcp.port = 21005\n"))
                .isEqualTo(URI.create("http://10.77.0.3:21005/metrics"));
    }

    @Test
    void aNodeThatWasStartedWithoutThemIsNotAskedAtAnyPort() {
        assertThatThrownBy(() -> page("management.tcp.port = 21002\n"))
                .isInstanceOf(IOException.class)
                .hasMessage("it was started without the plugin that provides them");
    }

    @Test
    void aDamagedFileIsAReason() {
        assertThatThrownBy(() -> page("prometheus.tcp.ip = 127.0.0.1\nprometheus.tcp.port = many\n"))
                .isInstanceOf(IOException.class)
                .hasMessage(folder.resolve("rabbitmq-2.conf") + " has no address for its metrics");
    }

    @Test
    void eachNodeIsAsked() throws IOException {
        List<ServerMetrics> metrics = new RabbitMqSystem().metrics(List.of(node()));
        assertThat(metrics).extracting(ServerMetrics::node).containsExactly("rabbitmq-2");
        metrics.getFirst().close();
    }
}

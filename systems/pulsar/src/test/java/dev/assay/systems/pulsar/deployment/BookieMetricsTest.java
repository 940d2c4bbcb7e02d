package dev.assay.systems.pulsar.deployment;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.SAME_THREAD)
class BookieMetricsTest {
    private static final String PROMETHEUS =
            "statsProviderClass=org.apache.bookkeeper.stats.prometheus.PrometheusMetricsProvider\n";

    @TempDir
    Path folder;

    private ServerNode node(String name) {
        return new ServerNode(name, ProcessHandle.current(), 1, folder.resolve("log"), folder.resolve(name));
    }

    private URI page(String settings) throws IOException {
        Files.writeString(folder.resolve("bookie-1.properties"), settings);
        return BookieMetrics.page(node("bookie-1"));
    }

    @Test
    void theyAreWhereTheFileSaysThatTheBookieWasStartedWith() throws IOException {
        assertThat(page(PROMETHEUS + "prometheusStatsHttpPort=21003\nprometheusStatsHttpAddress=10.77.0.3\n"))
                .isEqualTo(URI.create("http://10.77.0.3:21003/metrics"));
    }

    /** The distribution names a port, and that provider, too, which an older Assay took the place of. */
    @ParameterizedTest
    @ValueSource(strings = {"", """
                statsProviderClass=org.apache.bookkeeper.stats.NullStatsProvider
                prometheusStatsHttpAddress=127.0.0.1
                prometheusStatsHttpPort=8000
                """, PROMETHEUS + "prometheusStatsHttpPort=8000\n"})
    void aBookieThatWasStartedWithoutThemIsNotAskedAtAnyPort(String settings) {
        assertThatThrownBy(() -> page(settings))
                .isInstanceOf(IOException.class)
                .hasMessage("it was started with its journal metrics turned off");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PROMETHEUS + "prometheusStatsHttpAddress=127.0.0.1\nprometheusStatsHttpPort=many\n",
                PROMETHEUS + "prometheusStatsHttpAddress=127.0.0.1\n"
            })
    void aDamagedFileIsAReason(String settings) {
        assertThatThrownBy(() -> page(settings))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve("bookie-1.properties").toString());
    }

    @Test
    void onlyBookiesAreAskedForThemAndEveryJvmForItsCollections() throws IOException {
        List<ServerMetrics> metrics =
                new PulsarSystem().metrics(List.of(node("zookeeper-1"), node("bookie-1"), node("broker-1")));
        assertThat(metrics)
                .extracting(ServerMetrics::node)
                .containsExactly("zookeeper-1", "bookie-1", "bookie-1", "broker-1");
        for (ServerMetrics each : metrics) {
            each.close();
        }
    }
}

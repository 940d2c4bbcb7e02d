package dev.assay.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.host.file.DurableFile;
import dev.assay.host.file.RecordJson;
import dev.assay.host.process.ProcessIdentity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningClusterTest {
    private static final RunningCluster CLUSTER = new RunningCluster(
            "rabbitmq",
            "3.10.8",
            "level-2 (replicated; effective level-1, replicated and synced, because of systems.rabbitmq.queue=quorum)",
            Instant.parse("2026-11-21T07:00:00Z"),
            new ProcessIdentity(12, "345", "4026531836"),
            Map.of("uri", "amqp://127.0.0.1:1"),
            List.of(new RunningNode(
                    "rabbitmq-1",
                    new ProcessIdentity(13, "346", "4026531836"),
                    5672,
                    Path.of("/logs/1"),
                    Path.of("/data/1"),
                    Optional.of(URI.create("http://127.0.0.1:2/metrics")))),
            Optional.of("rabbitmq-1 has ended"));

    @TempDir
    Path folder;

    @Test
    void itIsReadAsItWasWritten() throws IOException {
        Path file = folder.resolve("cluster.json");
        DurableFile.write(file, CLUSTER);
        assertThat(DurableFile.read(file, RunningCluster.class)).isEqualTo(CLUSTER);
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        Path file = folder.resolve("cluster.json");
        Files.writeString(file, RecordJson.text(CLUSTER).replace("\"begun\":\"345\",", ""));

        assertThatThrownBy(() -> DurableFile.read(file, RunningCluster.class))
                .hasMessageContainingAll("it is damaged", "'begun'");
    }
}

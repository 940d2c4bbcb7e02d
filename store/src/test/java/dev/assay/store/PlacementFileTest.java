package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.Placement;
import dev.assay.model.result.Placement.Node;
import dev.assay.model.result.Placement.ServerPod;
import dev.assay.model.result.Placement.WorkerPod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementFileTest {
    @Test
    void isReadBackAsItWasWritten(@TempDir Path folder) {
        Placement placement = new Placement(
                List.of(new WorkerPod("w1", "n1", "java@sha256:0f", "Guaranteed", List.of("istio-proxy"))),
                List.of(new ServerPod("kafka-0", "n2")),
                Map.of("n1", new Node("eu-1a", "m5.large", "amd64", "2", "6.1.0")),
                List.of("what node n2 is: forbidden"));
        PlacementFile.write(folder, placement);

        assertThat(PlacementFile.read(folder)).hasValue(placement);
    }

    @Test
    void ofARunThatNotedNoImagesTheRestIsRead(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve(PlacementFile.NAME), """
                { "workers": [ { "worker": "w1", "node": "n1", "qos": "Guaranteed", "sidecars": [] } ],
                  "servers": [], "nodes": {}, "unknown": [] }
                """);

        assertThat(PlacementFile.read(folder))
                .hasValueSatisfying(placement -> assertThat(placement.workers())
                        .containsExactly(new WorkerPod("w1", "n1", "", "Guaranteed", List.of())));
    }

    @Test
    void aTrialWithoutPodsHasNone(@TempDir Path folder) {
        assertThat(PlacementFile.read(folder)).isEmpty();
    }
}

package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the objects that a run in pods would apply, without a cluster. */
@Tag("slow")
class KubernetesManifestTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void theObjectsArePrintedWithoutSecretsAndTheSameEachTime() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "3 s"));
        assay.write("fleet.yaml", "pods: { cpu: 500m, image: localhost/java:25 }");
        String[] command = {"kubernetes", "manifest", "memory.yaml", "kubernetes:@fleet.yaml", "--set", "repeat=2"};

        Ended ended = assay.run(LIMIT, command);

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.out())
                .contains("kind: \"Job\"", "kind: \"ConfigMap\"", "kind: \"Secret\"", "kind: \"Service\"")
                .contains("name: \"assay-manifest-w\"", "/scratch/secret/run.json")
                .contains("localhost/java:25")
                .containsPattern("cpu: \"?500m")
                .containsPattern("memory: \"?1Gi")
                .doesNotContain("PRIVATE KEY", "100 B", "fleet.yaml", "--set", "repeat");
        assertThat(assay.run(LIMIT, command).out()).isEqualTo(ended.out());
    }
}

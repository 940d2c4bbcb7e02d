package dev.assay.run.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssayInstallationTest {
    private static final String PROPERTY = "assay.dist";

    @TempDir
    Path folder;

    private ArtifactCache artifacts;

    @BeforeEach
    void layOut() throws IOException {
        artifacts = new ArtifactCache(new AssayCache(folder.resolve("cache")), ProgressListener.SILENT);
        jar("worker/assay-worker-0.1.0.jar");
        jar("worker/slf4j-api-2.0.17.jar");
        jar("drivers/memory/assay-memory-driver-0.1.0.jar");
        jar("drivers/memory/slf4j-api-1.7.36.jar");
        jar("drivers/kafka/assay-driver-kafka-0.1.0.jar");
        Files.writeString(folder.resolve("worker/notes.txt"), "no jar");
        System.setProperty(PROPERTY, folder.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    private void jar(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        new JarOutputStream(Files.newOutputStream(file)).close();
    }

    @Test
    void aWorkersClassPathIsAssaysJarsThenTheDriversEachOnce() {
        assertThat(AssayInstallation.running()
                        .workerFor("memory", "", artifacts)
                        .jars())
                .extracting(jar -> folder.relativize(jar).toString())
                .containsExactly(
                        "worker/assay-worker-0.1.0.jar",
                        "worker/slf4j-api-2.0.17.jar",
                        "drivers/memory/assay-memory-driver-0.1.0.jar");
    }

    @Test
    void anUnknownDriverIsAnsweredWithTheKnownOnes() {
        AssayInstallation installation = AssayInstallation.running();

        assertThatThrownBy(() -> installation.workerFor("kafak", "", artifacts))
                .hasMessage("there is no driver for 'kafak'; did you mean kafka? known drivers: kafka, memory")
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.BAD_INPUT));
    }

    @Test
    void withoutTheLauncherTheMessageSaysHowToStart() {
        System.clearProperty(PROPERTY);

        assertThatThrownBy(AssayInstallation::running)
                .hasMessageContaining("start it with the launcher ./assay")
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.ENVIRONMENT));
    }
}

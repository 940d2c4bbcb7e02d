package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the files sent to a worker's machine are small, and can neither start servers nor fetch anything. */
class WorkerFolderTest {
    @Test
    void aWorkerHasNeitherWhatStartsClustersNorWhatFetchesArtifacts() throws IOException {
        List<String> entries = new ArrayList<>();
        for (String folder : List.of("worker", "drivers")) {
            for (Path jar : jarsBelow(AssayProgram.DIST.resolve(folder))) {
                try (JarFile file = new JarFile(jar.toFile())) {
                    file.stream().forEach(entry -> entries.add(entry.getName()));
                }
            }
        }

        assertThat(entries)
                .contains(
                        "dev/assay/worker/WorkerProcess.class", "dev/assay/systems/memory/driver/MemoryProvider.class")
                .noneMatch(name -> name.startsWith("dev/assay/cluster/"))
                .noneMatch(name -> name.startsWith("dev/assay/run/"))
                .noneMatch(name -> name.startsWith("org/eclipse/aether/"));
    }

    private static List<Path> jarsBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }
}

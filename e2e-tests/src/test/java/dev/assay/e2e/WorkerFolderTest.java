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

/** What goes to the machine of a worker is small, and can start no server and fetch nothing. */
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

package dev.assay.architecture.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Checks the distribution's class path of workers: it has neither the code that fetches artifacts nor the client of Kubernetes. */
class WorkerClassPathTest {
    private static final Path DIST = Path.of(System.getProperty("assay.dist"));

    private static final List<String> COORDINATORS =
            List.of("dev/assay/cluster/", "dev/assay/kubernetes/", "io/fabric8/", "org/eclipse/aether/");

    @Test
    void workersAndDriversHaveNothingThatFetchesOrAsksKubernetes() throws IOException {
        assertThat(found(DIST.resolve("worker"))).isEmpty();
        try (DirectoryStream<Path> drivers = Files.newDirectoryStream(DIST.resolve("drivers"))) {
            for (Path driver : drivers) {
                assertThat(found(driver)).as(driver.toString()).isEmpty();
            }
        }
    }

    @Test
    void theCommandLineHasAllOfIt() throws IOException {
        assertThat(found(DIST.resolve("cli")))
                .as("a misspelt name would protect nothing")
                .containsAll(COORDINATORS);
    }

    private static Set<String> found(Path folder) throws IOException {
        Set<String> found = new TreeSet<>();
        int jars = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path jar : all) {
                jars++;
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    COORDINATORS.stream()
                            .filter(name -> zip.stream()
                                    .anyMatch(entry -> entry.getName().startsWith(name)))
                            .forEach(found::add);
                }
            }
        }
        assertThat(jars).as("jars in " + folder).isPositive();
        return found;
    }
}

package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks unusual folders as {@link EnvironmentMatrixTest} does, with servers, which read names of folders from files. */
@Tag("server")
@Tag("slow")
class OddFolderTest {
    @TempDir
    Path base;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(base);
    }

    @Test
    void serversInAFolderOfAnyName() throws Exception {
        AssayProgram assay = AssayProgram.in(EnvironmentMatrixTest.oddFolderIn(base));
        assay.write("kafka.yaml", Scenarios.smallKafka("2 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "kafka.yaml");

        assertThat(ended.code()).as(ended.said()).isIn(0, 5);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        assertThat(assay.clusterData()).isEmpty();
        try (Stream<Path> all = Files.list(base)) {
            assertThat(all)
                    .as("a server that reads the name otherwise makes another folder")
                    .hasSize(1);
        }
    }
}

package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each benchmark of {@code bench/run} still works; a second of it says nothing about speed. */
@Tag("slow")
class BenchmarksTest {
    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "allocation", "kafka-cpu", "memory", "reading"})
    void aBenchmarkPrintsItsTable(String name) throws Exception {
        assertThat(said(name, "--rounds", "1", "--warmup", "1", "--seconds", "1", "--minutes", "1"))
                .containsPattern("\\| n \\|\n\\| .*[0-9] ");
    }

    @Test
    void theBenchmarksOfPartsRun() throws Exception {
        assertThat(said("micro", "-f", "1", "-wi", "0", "-i", "1", "-r", "100ms", "-foe", "true"))
                .contains("Benchmark ", " avgt ");
    }

    private String said(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of("..", "bench", "run").toRealPath().toString(), "--built"));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out.txt");
        Process bench = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        boolean ended = bench.waitFor(10, TimeUnit.MINUTES);
        if (!ended) {
            bench.descendants().forEach(ProcessHandle::destroy);
            bench.destroy();
        }
        String said = Files.readString(out);
        assertThat(ended && bench.exitValue() == 0).as(said).isTrue();
        return said;
    }
}

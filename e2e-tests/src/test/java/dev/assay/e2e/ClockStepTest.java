package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sets the wall clock during a measurement, for all processes of a run, with a library in front of the C library (libfaketime). The
 * monotonic clock is unaffected, as with the kernel, and so are all values.
 */
@Tag("slow")
class ClockStepTest {
    private static final int MESSAGES_A_SECOND = 1000;
    private static final int SECONDS = 6;

    @TempDir
    Path folder;

    private Optional<Path> library = Optional.empty();

    @BeforeEach
    void find() throws IOException {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:/usr/lib*/**/libfaketimeMT.so*");
        try (Stream<Path> all = Files.find(Path.of("/usr/lib"), 4, (path, _) -> matcher.matches(path))) {
            library = all.findFirst();
        }
        assumeTrue(library.isPresent(), "there is no libfaketime here; Debian has it as faketime");
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-3600", "+86400"})
    void valuesAndRecordsAreThoseOfASteadyClock(String seconds) throws Exception {
        Path time = Files.writeString(folder.resolve("time"), "+0\n");
        AssayProgram assay = AssayProgram.in(folder)
                .with("LD_PRELOAD", library.orElseThrow().toString())
                .with("FAKETIME_TIMESTAMP_FILE", time.toString())
                .with("FAKETIME_CACHE_DURATION", "1")
                .with("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        assay.write("memory.yaml", Scenarios.memory("[100 B, 200 B]", SECONDS + " s"));
        Running running = assay.start("run", "memory.yaml").awaitText("\\[1/2 .* left", AssayProgram.PATIENCE);

        Files.writeString(time, seconds + "\n");

        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isIn(0, 5);
        assertThat(ended.err()).isEmpty();
        Path run = assay.runs().getFirst();
        List<StoredTrial> trials = RunDirectory.readRun(run).trials();
        assertThat(trials).hasSize(2);
        for (StoredTrial trial : trials) {
            FinishedTrials.assertSound(trial);
            assertThat(trial.trial().delivery().acked()).isEqualTo((long) MESSAGES_A_SECOND * (SECONDS + 1));
        }
        assertThat(ended.out()).doesNotContain("suspended");
        Ended again = assay.run(AssayProgram.PATIENCE, "report", run.toString());
        assertThat(again.code()).as(again.said()).isEqualTo(ended.code());
        assay.awaitNothingRunning(Duration.ofMinutes(1));
    }
}

package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.trial.TrialEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Uses {@code /dev/full}, a device of Linux that is always full. */
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path base;

    @Test
    void aLogOnAFullDiskSaysWhichAndWhatToDo() throws IOException {
        RunDirectory run = RunDirectory.create(base, "full", Recorded.START);
        try (TrialWriter trial = run.begin("001-a")) {
            Path hiccups = trial.folder().resolve("hiccups.hlog");
            Files.createSymbolicLink(hiccups, FULL);
            trial.on(new TrialEvent.Start(Recorded.START, List.of()));
            assertThatThrownBy(() -> trial.on(new TrialEvent.Interval(Recorded.interval("w1", 0, List.of()))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith("cannot write " + hiccups + ": No space left on device. "
                            + "The disk is full: free some space and run again. Finished trials of this run are kept");
        }
    }

    @Test
    void aSeriesOnAFullDiskSaysWhichAndWhatToDo() throws IOException {
        RunDirectory run = RunDirectory.create(base, "full", Recorded.START);
        try (TrialWriter trial = run.begin("001-a")) {
            Path series = trial.folder().resolve("series.csv");
            Files.createSymbolicLink(series, FULL);
            assertThatThrownBy(() -> trial.on(Recorded.second(1)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cannot write " + series)
                    .hasMessageContaining("free some space");
        }
    }

    @Test
    void afterAFailureNothingIsAppendedBehindALineThatMayBeCut() {
        try (AppendedFile file = new AppendedFile(FULL)) {
            byte[] line = "line\n".getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> file.append(line)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> file.append(new byte[0])).isInstanceOf(StoreException.class);
            assertThatThrownBy(file::sync).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void aVanishedFolderIsNotCalledAFullDisk() {
        Path file = base.resolve("gone").resolve("trial.json");
        assertThatThrownBy(() -> AtomicFile.write(file, new byte[1]))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Check that the folder still exists");
    }
}

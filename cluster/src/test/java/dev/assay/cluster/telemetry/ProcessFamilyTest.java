package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a made-up /proc; times are in ticks of 10 ms. */
class ProcessFamilyTest {
    private static final int COORDINATOR = 10;
    private static final int SERVER = 20;
    private static final int STRANGER = 30;

    @TempDir
    Path proc;

    private ProcessFamily family;

    @BeforeEach
    void begin() throws IOException {
        process(COORDINATOR, 1, 1, 500, 0);
        process(SERVER, COORDINATOR, 2, 700, 0);
        process(STRANGER, 1, 3, 900, 0);
        family = new ProcessFamily(proc);
        family.add(COORDINATOR);
        assertThat(family.secondsSinceLast()).isZero();
    }

    /** Writes a process's line as in proc_pid_stat(5). */
    private void process(int pid, int parent, int begun, int ticks, int ofChildren) throws IOException {
        Files.createDirectories(proc.resolve("" + pid));
        Files.writeString(
                proc.resolve(pid + "/stat"),
                "%d (a (b) c) S %d 0 0 0 0 0 0 0 0 0 %d 0 %d 0 0 0 0 0 %d 0 0"
                        .formatted(pid, parent, ticks, ofChildren, begun));
    }

    private void end(int pid) throws IOException {
        Files.delete(proc.resolve(pid + "/stat"));
    }

    @Test
    void itselfAndWhatItStartedAreCountedAndStrangersAreNot() throws IOException {
        process(COORDINATOR, 1, 1, 510, 0);
        process(SERVER, COORDINATOR, 2, 780, 0);
        process(STRANGER, 1, 3, 1000, 0);

        assertThat(family.secondsSinceLast()).isEqualTo(0.9, within(1e-9));
        assertThat(family.secondsSinceLast()).isZero();
    }

    @Test
    void aChildThatLivesBetweenTwoLooksIsCountedOnce() throws IOException {
        process(COORDINATOR, 1, 1, 500, 30);

        assertThat(family.secondsSinceLast()).isEqualTo(0.3, within(1e-9));
    }

    @Test
    void whatAChildUsedIsNotCountedAgainWhenItEnds() throws IOException {
        process(SERVER, COORDINATOR, 2, 780, 0);
        assertThat(family.secondsSinceLast()).isEqualTo(0.8, within(1e-9));
        end(SERVER);
        process(COORDINATOR, 1, 1, 500, 790);

        assertThat(family.secondsSinceLast()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void aGrandchildIsFoundWithinAFewLooksAndNothingOfItIsLost() throws IOException {
        process(40, SERVER, 9, 60, 0);
        double counted = 0;
        for (int look = 0; look < 6; look++) {
            counted += family.secondsSinceLast();
        }

        assertThat(counted).isEqualTo(0.6, within(1e-9));
    }

    @Test
    void aHeadThatCameLaterIsCountedFromThenOn() throws IOException {
        family.add(STRANGER);
        assertThat(family.secondsSinceLast()).isZero();
        process(STRANGER, 1, 3, 950, 0);

        assertThat(family.secondsSinceLast()).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void anotherProcessOfTheSameNumberIsAnother() throws IOException {
        process(SERVER, 1, 99, 5000, 0);

        assertThat(family.secondsSinceLast()).isZero();
    }
}

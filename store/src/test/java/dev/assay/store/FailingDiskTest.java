package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.host.file.DurableFile;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.result.CreationEntry.Topic;
import dev.assay.testing.disk.DiskFailure;
import dev.assay.testing.disk.FailingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that after a failure in any step of writing, either the old or the new content is read, and nothing in between. */
class FailingDiskTest {
    private static final byte[] BEFORE = "before".getBytes(StandardCharsets.UTF_8);
    private static final byte[] AFTER = "after it".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void aFileIsAsBeforeOrWhole(DiskFailure failure) throws IOException {
        int steps = failEachStep(failure, (disk, step) -> {
            Path file = folder.resolve(step + ".json");
            AtomicFile.write(file, BEFORE);
            try {
                AtomicFile.write(disk.path(file), AFTER);
                assertThat(file).hasBinaryContent(AFTER);
            } catch (StoreException e) {
                assertThat(temporaryFiles()).isEmpty();
            } catch (DiskFailure.Killed killed) {
                // This simulates another process.
            }
            assertThat(Files.readString(file)).as("step %d", step).isIn("before", "after it");
            AtomicFile.write(file, AFTER);
            assertThat(file).hasBinaryContent(AFTER);
        });
        assertThat(steps).isGreaterThan(4);
    }

    private interface Attempt {
        void on(FailingDisk disk, int step) throws IOException;
    }

    /** Fails the first step of an attempt, then the second of another, until nothing fails; returns the number of attempts. */
    private static int failEachStep(DiskFailure failure, Attempt attempt) throws IOException {
        int step = 0;
        FailingDisk disk;
        do {
            step++;
            disk = new FailingDisk(failure, step);
            attempt.on(disk, step);
        } while (disk.hasFailed());
        return step;
    }

    @ParameterizedTest
    @EnumSource
    void newFilesAreAllThereOrNone(DiskFailure failure) throws IOException {
        int steps = failEachStep(failure, (disk, step) -> {
            Path card = folder.resolve(step + ".card");
            Path badge = folder.resolve(step + ".svg");
            Map<Path, byte[]> files = new LinkedHashMap<>();
            files.put(disk.path(card), BEFORE);
            files.put(disk.path(badge), AFTER);
            try {
                DurableFile.create(files);
                assertThat(card).hasBinaryContent(BEFORE);
                assertThat(badge).hasBinaryContent(AFTER);
            } catch (IOException e) {
                assertThat(temporaryFiles()).isEmpty();
                assertThat(List.of(card, badge)).as("step %d", step).noneMatch(Files::exists);
            } catch (DiskFailure.Killed killed) {
                assertThat(Files.exists(card) ? Files.readString(card) : "before")
                        .as("step %d", step)
                        .isEqualTo("before");
                assertThat(Files.exists(badge) ? Files.readString(badge) : "after it")
                        .as("step %d", step)
                        .isEqualTo("after it");
            }
        });
        assertThat(steps).isGreaterThan(8);
    }

    @Test
    void aNewFileReplacesNoOtherAndTheRestIsNotWrittenThen() throws IOException {
        Path theirs = Files.write(folder.resolve("theirs"), BEFORE);
        Path ours = folder.resolve("ours");
        Map<Path, byte[]> files = new LinkedHashMap<>();
        files.put(ours, AFTER);
        files.put(theirs, AFTER);

        assertThatThrownBy(() -> DurableFile.create(files))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage(theirs.toString());

        assertThat(theirs).hasBinaryContent(BEFORE);
        assertThat(ours).doesNotExist();
        assertThat(temporaryFiles()).isEmpty();
    }

    /** A link is never made over another file, as a rename is that comes a moment after nobody else's was there. */
    @Test
    void aNewFileGetsItsNameByALink() throws IOException {
        Path file = folder.resolve("report.html");
        FailingDisk disk = new FailingDisk(DiskFailure.KILLED, 5);

        assertThatThrownBy(() -> DurableFile.create(Map.of(disk.path(file), AFTER)))
                .isInstanceOf(DiskFailure.Killed.class);

        assertThat(file).hasBinaryContent(AFTER);
        assertThat(temporaryFiles())
                .singleElement()
                .satisfies(fresh -> assertThat(Files.isSameFile(fresh, file)).isTrue());
    }

    @Test
    void aFileThatReplacesAnotherHasItsPermissions() throws IOException {
        Path file = Files.write(folder.resolve("made.yaml"), BEFORE);
        for (String permissions : List.of("rw-------", "rw-rw-r--")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

            DurableFile.replace(file, AFTER);

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo(permissions);
        }
    }

    private List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".tmp")).toList();
        }
    }

    /** Two processes may write the same report at once, for example while the run is still writing its own. */
    @Test
    void twoThatWriteTheSameFileAtOnceEachWriteAWholeOne() throws IOException {
        Path file = folder.resolve("report.html");
        FailingDisk disk = new FailingDisk(DiskFailure.KILLED, 3);
        assertThatThrownBy(() -> AtomicFile.write(disk.path(file), BEFORE)).isInstanceOf(DiskFailure.Killed.class);
        List<Path> halves = temporaryFiles();
        assertThat(halves).hasSize(1);

        AtomicFile.write(file, AFTER);

        assertThat(file).hasBinaryContent(AFTER);
        assertThat(temporaryFiles()).isEqualTo(halves);
    }

    @Test
    void aFullDiskIsNamed() throws IOException {
        Path file = folder.resolve("trial.json");
        AtomicFile.write(file, BEFORE);
        FailingDisk disk = new FailingDisk(DiskFailure.FULL, 2);

        assertThatThrownBy(() -> AtomicFile.write(disk.path(file), AFTER))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("free some space");

        assertThat(file).hasBinaryContent(BEFORE);
        assertThat(temporaryFiles()).isEmpty();
    }

    /** A file in a folder is no more durable than the folder's own name. */
    @Test
    void theFoldersOfARunAreSyncedWithAllAboveThemThatAreNew() {
        FailingDisk disk = new FailingDisk(DiskFailure.BROKEN, Integer.MAX_VALUE);

        RunDirectory run = RunDirectory.create(disk.path(folder.resolve("new/runs")), "x", Instant.EPOCH);
        run.begin("001-a").close();
        run.verification("001-b");

        Path made = folder.resolve("new/runs").resolve(run.id());
        assertThat(disk.synced())
                .contains(
                        folder,
                        folder.resolve("new"),
                        folder.resolve("new/runs"),
                        made,
                        made.resolve("trials"),
                        made.resolve("trials/001-a"),
                        made.resolve("verifications"));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCreatedIsNotedBeforeOrNotCreated(DiskFailure failure) throws IOException {
        int steps = failEachStep(failure, (disk, step) -> {
            Path run = Files.createDirectory(folder.resolve("run" + step));
            CreationJournal journal = new CreationJournal(run);
            journal.append(entry(Step.PLANNED, "t1"));
            boolean returned = false;
            try {
                new CreationJournal(disk.path(run)).append(entry(Step.ABSENT, "t1"));
                returned = true;
            } catch (StoreException | DiskFailure.Killed expected) {
                assertThat(disk.hasFailed()).isTrue();
            }
            boolean noted = !journal.left().isEmpty();
            assertThat(noted || !returned).as("step %d", step).isTrue();
            journal.append(entry(Step.ABSENT, "t2"));
            assertThat(journal.entries()).as("step %d", step).hasSize(noted ? 3 : 2);
        });
        assertThat(steps).isGreaterThan(3);
    }

    private static CreationEntry entry(Step step, String topic) {
        return new CreationEntry("2026-11-21T09:01:05Z", "1-a", step, List.of(new Topic(topic, 1, List.of())));
    }
}

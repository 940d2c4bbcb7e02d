package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.result.CreationEntry.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreationJournalTest {
    @TempDir
    Path folder;

    private CreationJournal journal() {
        return new CreationJournal(folder);
    }

    private static Topic topic(String name) {
        return new Topic(name, 6, List.of(name + "-tail"));
    }

    private void note(String trial, Step step, String... names) {
        journal()
                .append(new CreationEntry(
                        "2026-11-21T09:01:05Z",
                        trial,
                        step,
                        Stream.of(names).map(CreationJournalTest::topic).toList()));
    }

    @Test
    void aRunWithoutOneHasLeftNothing() {
        assertThat(journal().left()).isEmpty();
    }

    @Test
    void onlyWhatWasNotThereBeforeAndHasNotGoneSinceIsLeft() {
        note("1-a", Step.PLANNED, "t1", "t2");
        note("1-a", Step.ABSENT, "t1", "t2");
        note("1-a", Step.DELETED, "t1", "t2");
        note("2-b", Step.PLANNED, "t3", "t4");
        note("2-b", Step.ABSENT, "t3", "t4");
        note("3-c", Step.PLANNED, "t5");
        note("3-c", Step.EXISTED, "t5");
        note("4-d", Step.PLANNED, "t6");
        assertThat(journal().left()).isEqualTo(Map.of("2-b", List.of(topic("t3"), topic("t4"))));
    }

    /** After a kill at any byte of the file, everything before is whole, and so is the next line. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 40, 100, 1_000_000})
    void aLineThatWasCutShortNeverHappened(int bytes) throws IOException {
        note("1-a", Step.PLANNED, "t1");
        Path file = folder.resolve("created.jsonl");
        long whole = Files.size(file);
        note("1-a", Step.ABSENT, "t1");
        byte[] all = Files.readAllBytes(file);
        int kept = (int) Math.min(whole + bytes, all.length - 1);
        Files.write(file, java.util.Arrays.copyOf(all, kept), StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(journal().left()).isEmpty();
        note("2-b", Step.ABSENT, "t2");
        assertThat(journal().entries()).hasSize(2);
        assertThat(journal().left()).isEqualTo(Map.of("2-b", List.of(topic("t2"))));
    }

    @Test
    void aDamagedLineIsNotPassedOver() throws IOException {
        Files.writeString(folder.resolve("created.jsonl"), "{\"at\":\n");
        assertThatThrownBy(() -> journal().left())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("created.jsonl");
    }
}

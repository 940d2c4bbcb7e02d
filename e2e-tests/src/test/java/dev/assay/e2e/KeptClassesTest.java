package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the classes loaded by a run are archived, so that the next command starts sooner. */
@Tag("slow")
class KeptClassesTest {
    @TempDir
    Path folder;

    @Test
    void theFirstRunThatSucceedsKeepsThemAndSaysNothingOfIt() throws Exception {
        Path archive = folder.resolve("classes.jsa");
        AssayProgram assay = AssayProgram.in(folder).keepingItsClassesIn(archive);
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));

        assay.run(AssayProgram.PATIENCE, "plan", "memory.yaml");
        assay.run(AssayProgram.PATIENCE, "run", "missing.yaml");

        assertThat(archive).as("those of a plan or of a failure would be few").doesNotExist();

        Ended first = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml");

        assertThat(first.said()).doesNotContain("archive", "jcmd");
        assertThat(archive).isNotEmptyFile();
        FinishedTrials.assertMeasured(first);

        Ended next = assay.run(AssayProgram.PATIENCE, "plan", "memory.yaml");

        assertThat(next.code()).as(next.said()).isZero();
        assertThat(next.err()).isEmpty();
    }

    @Test
    void aRunWhoseClassesCanNotBeKeptSucceedsAllTheSame() throws Exception {
        Path taken = Files.createDirectory(folder.resolve("classes.jsa"));
        Files.createFile(taken.resolve("not-empty"));
        AssayProgram assay = AssayProgram.in(folder).keepingItsClassesIn(taken);
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml");

        FinishedTrials.assertMeasured(ended);
        assertThat(ended.said()).contains("warning: the classes of this run could not be cached");
    }
}

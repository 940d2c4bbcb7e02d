package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that scenarios that come with Assay run by name from any folder. */
@Tag("slow")
class NamedScenarioTest {
    private static final String SHORT = "timing={warmup: 1 s, measure: 2 s, drain: 5 s}";

    @TempDir
    Path folder;

    @Test
    void aNameIsMeasuredInAFolderWithoutFiles() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "in-memory", "--set", SHORT);

        FinishedTrials.assertMeasured(ended);
        assertThat(ended.err()).isEmpty();
        assertThat(assay.runs()).singleElement().asString().endsWith("-in-memory");
    }

    @Test
    void aScenarioOfThisFolderComesBeforeTheOneOfThatNameThatIsInstalled() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Files.createDirectory(assay.folder().resolve("scenarios"));
        Files.createDirectory(assay.folder().resolve("quickstart"));
        assay.write("scenarios/quickstart.yaml", "# Ours\n" + Scenarios.memory("100 B", "1 s"));

        Ended planned = assay.run(AssayProgram.PATIENCE, "plan", "quickstart");
        Ended listed = assay.run(AssayProgram.PATIENCE, "list");

        assertThat(planned.code()).as(planned.said()).isZero();
        assertThat(planned.out()).contains("memory");
        assertThat(listed.out()).contains("  quickstart              Ours\n", "  in-memory ", "  referee ");
    }
}

package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a run ends when its time is over, between trials. */
@Tag("slow")
class BudgetTest {
    private static final int WANTED = 20;

    @TempDir
    Path folder;

    /** The first trial always fits, and twenty loads of a second and more never do. */
    @Test
    void noTrialIsBegunThatWouldEndAfterTheTime() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("one.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended =
                assay.run(AssayProgram.PATIENCE, "run", "one.yaml", "--set", "repeat=" + WANTED, "--budget", "10 s");

        FinishedTrials.assertMeasured(ended);
        int measured = RunDirectory.readRun(assay.runs().getFirst()).trials().size();
        assertThat(measured).isBetween(1, WANTED - 1);
        assertThat(ended.said())
                .contains("the time limit of 10 s was reached after " + measured + " of " + WANTED + " trials");
    }

    @Test
    void aTimeThatIsNoneIsRefused() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("one.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "one.yaml", "--budget", "soon");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--budget: ");
        assertThat(assay.runs()).isEmpty();
    }
}

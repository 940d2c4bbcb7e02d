package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.time.Duration;

final class Reports {
    private static final Duration MAX = AssayProgram.PATIENCE;

    private Reports() {}

    /** Asserts that the report can be made, and names what is missing. */
    static void assertTells(AssayProgram assay, String unfinished) throws Exception {
        Ended report = assay.run(MAX, "report", assay.runs().getFirst().toString());
        FinishedTrials.assertMeasured(report);
        assertThat(report.out()).contains(unfinished);
        assertThat(assay.runs().getFirst().resolve("report.html")).isRegularFile();
    }
}

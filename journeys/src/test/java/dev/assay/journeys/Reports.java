package dev.assay.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.journeys.Assay.Ended;
import java.time.Duration;

/** What tests ask of the report of a run that did not come to its end. */
final class Reports {
    private static final Duration MOST = Assay.PATIENCE;

    private Reports() {}

    /** The report can be made, and tells what is missing. */
    static void assertTells(Assay assay, String unfinished) throws Exception {
        Ended report = assay.run(MOST, "report", assay.runs().getFirst().toString());
        Trials.assertMeasured(report);
        assertThat(report.out()).contains(unfinished);
        assertThat(assay.runs().getFirst().resolve("report.html")).isRegularFile();
    }
}

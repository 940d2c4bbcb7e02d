package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import dev.assay.report.page.Headline;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is not known stands beside the grade. */
class HeadlineTest {
    private static final String VALID = "Nothing was found that would distort these results.";

    private final List<TrialAnalysis> trials = new ArrayList<>();

    private void trial(List<Reason> reasons, String... codes) {
        SampleTrial trial = new SampleTrial();
        trial.measureSeconds = 3;
        trial.number = trials.size() + 1;
        trial.verdict = Verdict.of(
                Verdict.UNVERSIONED,
                reasons,
                Stream.of(codes)
                        .map(code -> new Finding(Phase.MEASURE, code, "seen"))
                        .toList());
        trials.add(trial.build());
    }

    private Headline headline() {
        return Headline.of(SampleRuns.of("known", trials));
    }

    @Test
    void whatIsKnownIsNotMentioned() {
        trial(List.of(), "began-behind", "unsupported", "steady-when-measured");
        assertThat(headline().sentence()).isEqualTo(VALID);
    }

    @Test
    void whetherP99MovedIsNotKnown() {
        trial(List.of(), "p99-drift-not-known");
        assertThat(headline().grade()).isEqualTo(Grade.VALID);
        assertThat(headline().sentence()).isEqualTo(VALID + " Whether p99 moved while it was measured is not known.");
    }

    @Test
    void ofHowManyTrialsIsSaid() {
        trial(List.of(), "p99-drift-not-known");
        trial(List.of(), "drift-not-known", "p99-drift-not-known");
        trial(List.of(), "steady-not-known");
        trial(List.of());
        trial(List.of(new Reason(Grade.DEGRADED, "hiccups", "seen", "Do something.")), "drift-not-known");
        assertThat(headline().sentence())
                .isEqualTo("Some results were disturbed. Read them together with the reasons."
                        + " Whether values moved while they were measured is not known for 3 of 5 trials."
                        + " Whether p99 moved while it was measured is not known for 1 of 5 trials.");
    }
}

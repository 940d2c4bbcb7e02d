package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.timeline.Phase;
import dev.assay.report.page.Headline;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the sentence of a headline: figures first, then what is not known. */
class HeadlineTest {
    private static final String FIGURES =
            "99 % of messages were answered within [\\d.]+ ms at [\\d,]+ msg/s \\(n = [\\d,]+\\); ";

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
    void oneTrialIsItsFiguresAndTheVerdictLast() {
        trial(List.of(), "began-behind", "unsupported", "steady-when-measured");
        assertThat(headline().sentence()).matches(FIGURES + "none was lost; VALID\\.");
        assertThat(headline().text()).isEqualTo(headline().sentence());
    }

    @Test
    void whetherP99MovedIsNotKnown() {
        trial(List.of(), "p99-drift-not-known");
        assertThat(headline().grade()).isEqualTo(Grade.VALID);
        assertThat(headline().sentence())
                .endsWith("; VALID. It is not known whether p99 drifted while it was measured.");
    }

    @Test
    void whatBecameOfMessagesIsCounted() {
        SampleTrial trial = new SampleTrial();
        trial.measureSeconds = 3;
        trial.subscriptions = List.of(new SubscriptionDelivery("s1", 9, 2, 1, 0, 0, 0, 0, 3, 0, 4));
        trials.add(trial.build());
        assertThat(headline().sentence())
                .endsWith("; 2 were lost, whether 4 were lost is not known, 3 were stored but not delivered,"
                        + " 1 was delivered again; VALID.");
    }

    @Test
    void aLoadThatWasNotSustainedIsALowerBound() {
        trial(List.of(new Reason(Grade.INVALID, "rate-missed", "seen", "Ask for less.", Phase.MEASURE)));
        assertThat(headline().sentence())
                .matches("The slowest 1 % of messages took at least .* to be answered at .*; INVALID\\."
                        + " Read the reasons before quoting any of it\\.");
    }

    @Test
    void aPercentileDeclaredAloneIsTheFigureOfTheHeadline() {
        assertThat(declaring("end-to-end.p50")).matches("Half of the messages arrived within [\\d.]+ ms at .*");
        assertThat(declaring("response.p99.9 in measure")).matches("99\\.9 % of messages were answered within .*");
        assertThat(declaring("send-to-receive.p90"))
                .matches("90 % of messages arrived within [\\d.]+ ms of being sent at .*");
        for (String usual : List.of("end-to-end.mean", "end-to-end.p50, end-to-end.p99", "end-to-end.p50 in another")) {
            assertThat(declaring(usual)).as(usual).matches(FIGURES + ".*");
        }
    }

    private static String declaring(String result) {
        SampleTrial trial = new SampleTrial();
        trial.measureSeconds = 3;
        trial.result = ResultStatistics.parse(result);
        return Headline.of(SampleRuns.of("declared", List.of(trial.build()))).sentence();
    }

    @Test
    void ofFewMessagesNoP99IsClaimed() {
        SampleTrial trial = new SampleTrial();
        trial.measureSeconds = 1;
        trial.ratePerSecond = 200;
        trial.drawsPerSecond = 200;
        trials.add(trial.build());
        assertThat(headline().sentence())
                .matches("Half of the messages were answered within .*, too few to know p99; .*");
    }

    @Test
    void ofHowManyTrialsIsSaid() {
        trial(List.of(), "p99-drift-not-known");
        trial(List.of(), "drift-not-known", "p99-drift-not-known");
        trial(List.of(), "steady-not-known");
        trial(List.of());
        trial(List.of(new Reason(Grade.DEGRADED, "hiccups", "seen", "Do something.")), "drift-not-known");
        assertThat(headline().sentence())
                .isEqualTo("Some results were disturbed, for the reasons below."
                        + " It is not known whether values drifted while they were measured, for 3 of 5 trials."
                        + " It is not known whether p99 drifted while it was measured, for 1 of 5 trials.");
    }

    @Test
    void reasonsOfSeveralTrialsStandOnceWithLinksToEach() {
        trial(List.of(new Reason(Grade.DEGRADED, "hiccups", "it paused", "Do something.")), "drift-not-known");
        trial(List.of(new Reason(Grade.DEGRADED, "hiccups", "it paused twice", "Do something.")));
        String page = HtmlReport.render(SampleRuns.of("known", trials));
        String list = page.substring(
                page.indexOf("id=\"reasons\""), page.indexOf("</section>", page.indexOf("id=\"reasons\"")));
        assertThat(list)
                .contains("it paused <", "<code>hiccups</code> <a href=\"#trial-1\">#1</a> <a href=\"#trial-2\">#2</a>")
                .contains("<code>drift-not-known</code> <a href=\"#trial-1\">#1</a>")
                .doesNotContain("twice");
    }
}

package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.verification.VerificationRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerificationReportTest {
    private static final String GOLDEN = "terminal-verifications.txt";

    /** With {@code -Dassay.goldens=write} the file is written instead of compared. */
    @Test
    void the_matrix_reads_as_it_always_did() throws IOException {
        String actual = TerminalReport.render(SampleVerifications.alone(), false);
        if ("write".equals(System.getProperty("assay.goldens"))) {
            Files.writeString(Path.of("src/test/resources/dev/assay/report", GOLDEN), actual);
        }
        try (var golden = Objects.requireNonNull(VerificationReportTest.class.getResourceAsStream(GOLDEN))) {
            assertThat(actual).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void no_line_is_wider_than_100_columns() {
        assertThat(TerminalReport.render(SampleVerifications.alone(), false).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void a_broken_claim_is_red_and_heads_the_report() {
        assertThat(TerminalReport.render(SampleVerifications.alone(), true)).contains("\u001b[31mFAILS: ");
        assertThat(HtmlReport.render(SampleVerifications.alone()))
                .contains("<span id=\"run-verdict\">FAILS</span>", "headline grade-INVALID")
                .contains("6 verifications: 1 HOLDS, 1 AS STATED, 1 CONSISTENT, 1 REFUSED, 1 INCONCLUSIVE, 1 FAILS");
    }

    @Test
    void a_verification_of_another_level_than_asked_for_is_flagged_and_heads_no_report_as_holding() {
        RunAnalysis alone = new RunAnalysis(
                SampleVerifications.alone().run(),
                List.of(),
                List.of(SampleVerifications.weakened()),
                Optional.empty());
        String flag = "asked for level-1 (replicated and synced; effective level-3, synced, because of"
                + " settings.kafka.producer.acks=1): this does not"
                + " verify level-1";

        assertThat(HtmlReport.render(alone))
                .contains("<span id=\"run-verdict\">INCONCLUSIVE</span>", "1 verification is of a level other than")
                .contains(">level-3", "<tr class=\"grade-DEGRADED\">", "<b class=\"word\">CONSISTENT</b>: ", flag)
                .doesNotContain("<tr class=\"grade-VALID\">");
        assertThat(TerminalReport.render(alone, true))
                .contains("\u001b[33mINCONCLUSIVE: ", "\u001b[33m  ! kafka 4.3.1  level-3", "this does");
    }

    @Test
    void what_was_refused_is_in_the_head_and_a_loss_would_have_been_seen_only_beside_a_control_that_lost() {
        var all = SampleVerifications.all();
        String bound = ": 1 cut, none lost; loss per cut below 95.0 % (95 %);"
                + " acknowledgements 3.6 ms early would have been seen.";
        assertThat(oneLine(head(all.get(0), all.get(1))))
                .contains("HOLDS: Every claim that was tested holds, and a loss would have been detected" + bound);
        assertThat(oneLine(head(all.get(1), all.get(4))))
                .contains(
                        "HOLDS: Every claim that was tested holds" + bound + " 1 verification could not be run here:");
    }

    @Test
    void the_longest_name_of_a_system_makes_the_column() {
        assertThat(head(SampleVerifications.of("rabbitmq-of-mine"))).contains("  ✓ rabbitmq-of-mine 4.3.1  level-1  ");
    }

    private static String head(VerificationRecord... verifications) {
        return TerminalReport.render(
                new RunAnalysis(SampleVerifications.alone().run(), List.of(), List.of(verifications), Optional.empty()),
                false);
    }

    @Test
    void the_page_has_every_verification_with_its_claim_outcome_and_counts() {
        String page = HtmlReport.render(SampleVerifications.alone());
        for (var verification : SampleVerifications.all()) {
            assertThat(page)
                    .contains(
                            verification.plan().fault().toString(),
                            verification.outcome().name(),
                            verification.plan().claim().promise().words())
                    .contains(verification.reason());
        }
        assertThat(page).contains("25,029", "7,860", "14.0 s", "13.5 s", "157740 KiB");
    }

    @Test
    void a_result_without_verifications_says_which_are_missing_and_where_it_looked() {
        assertThat(oneLine(TerminalReport.render(SampleRuns.single(), false)))
                .contains(
                        "durability not verified: no verification of level-2 (replicated) on kafka 4.3.1 with these settings under"
                                + " kill-all and power-one in this run; make one with 'verify: true', or with 'assay verify' and --verified-by");
        assertThat(oneLine(TerminalReport.render(SampleVerifications.contradicted(), false)))
                .contains("in this run or run 20261119T080000Z-durability; make one");
    }

    @Test
    void a_level_of_one_node_is_not_sent_to_a_verification_that_can_not_be_had() {
        assertThat(oneLine(TerminalReport.render(SampleRuns.weakenedLevel(), false)))
                .contains("durability not verified: level-4 (in memory) waits for one node: if another can take over")
                .doesNotContain("no verification of level-4");
    }

    @Test
    void what_its_level_may_lose_does_not_make_a_result_verified() {
        assertThat(oneLine(TerminalReport.render(SampleVerifications.withTrials(), false)))
                .contains("durability not verified: power-all: 7,860 of 25,029 acknowledged messages were lost, which"
                        + " the level allows, by this run; no verification of level-2 (replicated)");
    }

    @Test
    void a_result_names_the_run_that_verified_its_level_and_its_day() {
        String bound = "0 of 125,145 acknowledged messages of 5 verifications were lost; loss per ";
        String verified = "kill-all: " + bound + "fault below 45.1 % (95 %), by run"
                + " 20261119T080000Z-durability of 2026-11-21";
        assertThat(oneLine(TerminalReport.render(SampleVerifications.verifiedByAnother(), false)))
                .contains("durability verified: " + verified + "; power-one: " + bound + "cut below 45.1 % (95 %), by");
        assertThat(HtmlReport.render(SampleVerifications.verifiedByAnother()))
                .contains("<p class=\"sentence grade-VALID\"><b class=\"word\">durability verified</b>: ", verified);
    }

    @Test
    void fewer_cuts_than_five_verify_no_level_and_the_bound_says_why() {
        assertThat(oneLine(TerminalReport.render(SampleVerifications.verifiedByFewCuts(), false)))
                .contains(
                        "durability partly verified: kill-all: 0 of 50,058 acknowledged messages of 2 verifications were"
                                + " lost; loss per fault below 77.7 % (95 %), by run")
                .contains("whether it survives is known from 5 of each on, at different moments: kill-all has 2,"
                        + " power-one has 2");
    }

    @Test
    void what_is_missing_is_not_called_lost() {
        assertThat(oneLine(head(SampleVerifications.missing())))
                .contains("INCONCLUSIVE: No verification fails", "12 missing")
                .doesNotContain("12 lost");
        assertThat(HtmlReport.render(new RunAnalysis(
                        SampleVerifications.alone().run(),
                        List.of(),
                        List.of(SampleVerifications.missing()),
                        Optional.empty())))
                .contains("<dt>Missing</dt><dd>12 messages")
                .doesNotContain("<dt>Lost</dt>");
    }

    @Test
    void where_nothing_was_promised_nothing_holds() {
        assertThat(oneLine(head(SampleVerifications.asStated())))
                .contains("AS STATED: Nothing that was tested is promised")
                .doesNotContain("HOLDS");
    }

    @Test
    void a_verification_that_did_not_hold_is_shown_in_red_before_those_that_did() {
        String page = HtmlReport.render(SampleVerifications.contradicted());
        assertThat(page)
                .contains("<p class=\"sentence grade-INVALID\"><b class=\"word\">durability contradicted</b>: ");
        assertThat(page.indexOf("kill-all: 12 of 25,029 acknowledged messages were lost or damaged"))
                .isPositive()
                .isLessThan(page.indexOf("power-one: 0 of 25,029"));
        assertThat(TerminalReport.render(SampleVerifications.contradicted(), true))
                .contains("\u001b[31m    durability contradicted: kill-all: 12");
    }

    @Test
    void a_broken_verification_is_in_the_head_of_a_run_whose_trials_are_valid() {
        String page = HtmlReport.render(SampleVerifications.withTrials());
        assertThat(page)
                .contains(
                        "<span id=\"run-verdict\">VALID</span>", "<b class=\"word\">✕ FAILS</b> Acknowledged messages")
                .contains("<dt>Verifications</dt><dd>6 verifications:");
        assertThat(TerminalReport.render(SampleVerifications.withTrials(), true))
                .contains("\u001b[31m6 verifications: 1 HOLDS, 1 AS STATED, 1 CONSISTENT, 1 REFUSED, 1 INCONCLUSIVE,");
        assertThat(HtmlReport.render(SampleRuns.single())).doesNotContain("<dt>Verifications</dt>");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }
}

package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalysis;
import dev.assay.core.durability.DurabilityLevel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ProofReportTest {
    private static final String GOLDEN = "terminal-proofs.txt";

    /** With {@code -Dassay.goldens=write} the file is written anew instead of compared. */
    @Test
    void the_matrix_reads_as_it_always_did() throws IOException {
        String actual = TerminalReport.render(SampleProofs.alone(), false);
        if ("write".equals(System.getProperty("assay.goldens"))) {
            Files.writeString(Path.of("src/test/resources/dev/assay/report", GOLDEN), actual);
        }
        try (var golden = Objects.requireNonNull(ProofReportTest.class.getResourceAsStream(GOLDEN))) {
            assertThat(actual).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void no_line_is_wider_than_100_columns() {
        assertThat(TerminalReport.render(SampleProofs.alone(), false).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void a_broken_claim_is_red_and_heads_the_report() {
        assertThat(TerminalReport.render(SampleProofs.alone(), true)).contains("\u001b[31mBROKEN: ");
        assertThat(HtmlReport.render(SampleProofs.alone()))
                .contains("<span id=\"run-verdict\">BROKEN</span>", "headline grade-INVALID")
                .contains("6 proofs: 3 HOLDS, 1 REFUSED, 1 INCONCLUSIVE, 1 BROKEN");
    }

    @Test
    void a_proof_of_another_level_than_asked_for_is_flagged_and_heads_no_report_as_holding() {
        RunAnalysis alone = new RunAnalysis(SampleProofs.alone().run(), List.of(), List.of(SampleProofs.undone()));
        String flag =
                "asked for level-1 (undone by settings.kafka.producer.acks=1: gives level-3): this is no proof of level-1";

        assertThat(HtmlReport.render(alone))
                .contains("<span id=\"run-verdict\">INCONCLUSIVE</span>", "1 proof is of another level")
                .contains("<span class=\"level\">level-3</span><span class=\"under block\">not level-1</span>")
                .contains("badge grade-DEGRADED\">! HOLDS", flag)
                .doesNotContain("badge grade-VALID");
        assertThat(TerminalReport.render(alone, true))
                .contains("\u001b[33mINCONCLUSIVE: ", "\u001b[33m  ! kafka 4.3.1    level-3", "this is no proof of");
    }

    @Test
    void the_page_has_every_proof_with_its_claim_outcome_and_counts() {
        String page = HtmlReport.render(SampleProofs.alone());
        for (var proof : SampleProofs.all()) {
            assertThat(page)
                    .contains(
                            proof.fault().toString(),
                            proof.outcome().name(),
                            proof.claim().promise().words())
                    .contains(proof.reason());
        }
        assertThat(page).contains("25,029", "7,860", "14.0 s", "13.5 s", "157740 KiB");
    }

    @Test
    void a_result_says_whether_its_level_was_proven_and_by_which_run() {
        assertThat(SampleRuns.single().trials().getFirst().trial().durability().given())
                .contains(DurabilityLevel.LEVEL_2);
        assertThat(HtmlReport.render(SampleRuns.single())).contains("not proven in this run");
        assertThat(HtmlReport.render(SampleProofs.besideTrials()))
                .contains("power-all HOLDS on 4.3.1, by run "
                        + SampleRuns.single().run().id());
    }
}

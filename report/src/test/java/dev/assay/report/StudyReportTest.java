package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.study.StudyRecord;
import dev.assay.report.page.StudyView;
import dev.assay.report.view.TerminalRenderer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the page of a study: tables in their published shape, and charts over time. */
class StudyReportTest {
    private static String html(StudyRecord study) {
        return HtmlReport.render(SampleRuns.single(), Optional.of(study), Optional.empty())
                .replaceAll("\\s*\n\\s*", "");
    }

    @Test
    void aTableHasWhatWasMeasuredBesideWhatWasPublished() {
        String html = html(SampleStudy.full());

        assertThat(html).contains("Test 1: left, ms</h4>");
        assertThat(html)
                .contains("<th scope=\"row\">publishing <span class=\"under\">n = 3</span></th>"
                        + "<td class=\"num\">7.250</td><td class=\"num\">3.500–12.8</td>");
        assertThat(html).contains("<td class=\"num\">≥ 3.500–12.8</td>");
        assertThat(html.indexOf(">p99.99</th>")).isGreaterThan(html.indexOf(">p75</th>"));
    }

    @Test
    void whatTheMachineDoesByItselfStandsBesideWhatThoseOfTheStudyDid() {
        assertThat(html(SampleStudy.full()))
                .contains("disk.write (baseline): 327.0 MB/s published, 812.5 MB/s here (n = 512)")
                .contains("fdatasync.p99 (baseline): none published, not known here: no calibration");
    }

    @Test
    void whatWasNotRunHasItsCodeAndTheReasonBelow() {
        String html = html(SampleStudy.full());

        assertThat(html)
                .contains("<td class=\"num weak\" title=\"U3: there is one disk", "and no other\">U3</td>")
                .contains("<p class=\"footnote\">U3: there is one disk", "and no other (latency/a)</p>")
                .contains("1 of 2 blocks INVALID (latency/a)")
                .contains("≥: the load was not sustained");
    }

    @Test
    void tablesOfWhichNothingWasMeasuredAreFoldedAway() {
        String html = html(SampleStudy.full());

        assertThat(html.indexOf("Tables with nothing measured"))
                .isGreaterThan(html.indexOf("Test 1: left"))
                .isLessThan(html.indexOf("Test 2: nothing"));
        assertThat(html).contains("<summary>Measured and published");
    }

    @Test
    void aStudyWithoutTablesHasTheOneOfAllValues() {
        assertThat(html(SampleStudy.plain()))
                .contains("<summary>Measured and published")
                .doesNotContain("Tables as published");
    }

    @Test
    void theTitleOfAChartSaysItsWindows() {
        assertThat(html(SampleStudy.full()))
                .contains("<h4>1 partition: publish p99, windows of 10 s</h4>")
                .contains("Third is not drawn: U5: it was not requested.")
                .contains("INVALID of Left: block 1.")
                .contains("2 more cells are not drawn")
                .contains("The axis of latency is logarithmic.");
    }

    @Test
    void aTableIsDrawnAsBarsAndPercentilesAsCurves() {
        assertThat(html(SampleStudy.full()))
                .contains("data-pane=\"study-table-1/0\"", "Grey as published")
                .contains("<h4>1 partition: percentiles of end-to-end</h4>");
    }

    @Test
    void theTerminalStaysShort() {
        assertThat(TerminalRenderer.render(StudyView.of(SampleStudy.full()), false))
                .contains("latency/a  kafka   as-published  service.p99             3.000 to 5.000 (n = 3)  4.000")
                .doesNotContain("Test 1: left", "1 partition");
    }
}

package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ComparisonPageBrowserTest {
    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    private static String page(List<RunAnalysis> runs) {
        return HtmlReport.render(
                Comparison.ofRuns(runs, ComparisonRequest.USUALLY),
                runs.stream()
                        .map(run -> new ComparedRun(run, Optional.of("./report.html")))
                        .toList());
    }

    @Test
    void a_comparison_is_drawn_gives_its_values_and_asks_the_network_for_nothing() throws IOException {
        RunAnalysis run = ComparisonReportTest.versions(1.4);
        String html = HtmlReport.render(
                Comparison.within(run, ComparisonRequest.USUALLY), List.of(new ComparedRun(run, Optional.empty())));
        Chromium.Opened opened = BROWSER.open(html, ReportBrowser.PHONE, ColorScheme.DARK);
        Page page = opened.page();
        page.locator("summary:text-is('All repetitions')").click();
        page.waitForSelector("[data-pane='repetitions-1/4'] svg");
        assertThat(page.locator("figure svg:visible").count()).isEqualTo(1 + 5);
        List<String> rows = ReportBrowser.csv(page, "#repetitions-1");
        assertThat(rows.getFirst()).isEqualTo("statistic,of,value,unit,why");
        assertThat(rows).hasSize(1 + 5 * (7 + 7 + 7));
        ReportBrowser.assertFits(page);
        ReportBrowser.assertQuiet(opened);
    }

    @Test
    void long_and_hostile_names_stay_text_and_break_nothing() throws IOException {
        RunAnalysis run = SampleRuns.hostile();
        RunAnalysis longer = SampleRuns.of("x".repeat(300), SampleRuns.hostile().trials());
        for (int width : new int[] {ReportBrowser.PHONE, ReportBrowser.WIDE}) {
            Chromium.Opened opened = BROWSER.open(page(List.of(run, longer)), width, ColorScheme.LIGHT);
            assertThat(opened.page().evaluate("window.attacked")).isNull();
            assertThat(opened.page().locator("img").count()).isZero();
            ReportBrowser.assertFits(opened.page());
            ReportBrowser.assertQuiet(opened);
        }
    }
}

package dev.assay.report;

import static dev.assay.report.ReportBrowser.csv;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks the table and CSV of a chart's values. */
class ChartDataTest {
    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    @Test
    void every_chart_has_its_values_as_csv() throws IOException {
        Page page = BROWSER.open(SampleRuns.mixedLevels(), SampleStudy.full(), ReportBrowser.WIDE, ColorScheme.LIGHT)
                .page();
        page.locator("#trial-1 > summary").click();
        assertThat(page.locator("value:visible").count())
                .isEqualTo(page.locator("value:visible [data-csv]:visible").count());

        List<String> rate = csv(page, "#trial-1-rate");
        assertThat(rate.getFirst())
                .isEqualTo("seconds,offered (msg/s),sent (msg/s),acknowledged (msg/s),received (msg/s),failed (msg/s)");
        assertThat(rate).hasSize(1 + 73);
        assertThat(csv(page, "#trial-1-percentiles-measure"))
                .anyMatch(row -> row.matches("#1 level-2 \\(replicated\\),measure,response,95,[0-9.]+,3000000,yes"))
                .doesNotHaveDuplicates();
        assertThat(csv(page, "#overview-percentiles"))
                .anyMatch(row -> row.startsWith("#2 level-1 (replicated and synced),measure,response,100,"));
        assertThat(csv(page, "#overview-response-1")).hasSize(2);
        assertThat(csv(page, "#study-chart-1"))
                .contains("line,cell,block,verdict,window of 10 s begins (seconds),service.p99@10s (ms)");
    }

    @Test
    void text_that_a_spreadsheet_would_run_is_guarded_and_quoted() throws IOException {
        Page page = BROWSER.open(SampleRuns.hostile());
        assertThat(csv(page, "#overview-response-1").get(1)).startsWith("\"#1 </script><img src=x onerror=\"\"");
    }
}

package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.assay.analysis.RunAnalysis;
import dev.assay.core.study.StudyRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person gets who wants the figures of a chart. */
@SuppressWarnings("NullAway.Init")
class ChartFiguresTest {
    private static final int WIDE = 1280;
    private static Chromium chromium;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        chromium = new Chromium();
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void every_chart_has_its_figures_as_csv() throws IOException {
        Page page = open(SampleRuns.mixedLevels(), SampleStudy.full(), WIDE, ColorScheme.LIGHT)
                .page();
        page.locator("#trial-1 > summary").click();
        assertThat(page.locator("figure:visible").count())
                .isEqualTo(page.locator("figure:visible [data-csv]:visible").count());

        List<String> rate = csv(page, "#trial-1-rate");
        assertThat(rate.getFirst())
                .isEqualTo("seconds,offered (msg/s),sent (msg/s),acknowledged (msg/s),received (msg/s),failed (msg/s)");
        assertThat(rate).hasSize(1 + 73);
        assertThat(csv(page, "#trial-1-percentiles-measure"))
                .anyMatch(row -> row.matches("#1 level-2,measure,response,95,[0-9.]+,3000000,yes"))
                .doesNotHaveDuplicates();
        assertThat(csv(page, "#overview-percentiles"))
                .anyMatch(row -> row.startsWith("#2 level-1,measure,response,100,"));
        assertThat(csv(page, "#overview-response-1")).hasSize(2);
        assertThat(csv(page, "#study-chart-1"))
                .contains("line,cell,block,verdict,window of 10 s begins (seconds),service.p99@10s (ms)");
    }

    @Test
    void text_that_a_spreadsheet_would_run_is_guarded_and_quoted() throws IOException {
        Page page = open(SampleRuns.hostile(), WIDE, ColorScheme.LIGHT).page();
        assertThat(csv(page, "#overview-response-1").get(1)).startsWith("\"#1 </script><img src=x onerror=\"\"");
    }

    private static List<String> csv(Page page, String figure) throws IOException {
        Path file = page.waitForDownload(
                        () -> page.locator(figure + " [data-csv]").click())
                .path();
        return Files.readAllLines(file);
    }

    private Chromium.Opened open(RunAnalysis run, int width, ColorScheme scheme) throws IOException {
        return chromium.open(write(run), width, scheme);
    }

    private Path write(RunAnalysis run) throws IOException {
        return Files.writeString(folder.resolve("report.html"), HtmlReport.render(run));
    }

    private Chromium.Opened open(RunAnalysis run, StudyRecord study, int width, ColorScheme scheme) throws IOException {
        String html = HtmlReport.render(run, Optional.of(study));
        return chromium.open(Files.writeString(folder.resolve("study.html"), html), width, scheme);
    }
}

package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("slow")
class HeatMapBrowserTest {
    private static final String HEAT = "[data-panel=heat-response]";

    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    @Test
    void its_colours_are_explained_and_a_hover_gives_values_with_units_and_n() throws IOException {
        Page page = BROWSER.open(SampleRuns.single());
        assertThat(page.locator("#trial-1-heat-response .heat-keys").innerText())
                .contains("Fraction of the messages", "up to 0.01 %", "5 to 20 %", "over 20 %");
        page.locator(HEAT).hover();
        page.waitForSelector(HEAT + " > div > b");
        assertThat(page.locator(HEAT + " > div:has(> b)").innerText())
                .containsPattern("response at \\d+ s")
                .containsPattern("most: [0-9.]+ to [0-9.]+ ms\\s+[0-9.]+ % \\([0-9,]+\\)")
                .contains("50,000 messages");
    }

    @Test
    void its_values_are_all_samples() throws IOException {
        Page page = BROWSER.open(SampleRuns.single());
        List<String> rows = ReportBrowser.csv(page, "#trial-1-heat-response");
        assertThat(rows.getFirst())
                .isEqualTo(
                        "from (seconds),to (seconds),response from (ms),response to (ms),messages,fraction of these seconds (%)");
        assertThat(rows.stream()
                        .skip(1)
                        .mapToLong(row -> Long.parseLong(row.split(",", -1)[4]))
                        .sum())
                .isEqualTo(70 * 50_000L);
    }

    @Test
    void it_is_drawn_in_dark_and_light_and_fits_a_phone() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.stalled(), ReportBrowser.PHONE, ColorScheme.DARK);
        Locator heat = opened.page().locator(HEAT);
        assertThat(heat.locator("path[fill='#f3fbff'], path[fill='#a9d8eb']").count())
                .isPositive();
        opened.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        opened.page().waitForFunction("() => document.querySelector('" + HEAT + "').innerHTML.includes('#0f4c92')");
        ReportBrowser.assertFits(opened.page());
        ReportBrowser.assertQuiet(opened);
    }

    @Test
    void a_long_trial_says_how_long_a_column_is() throws IOException {
        SampleTrial trial = new SampleTrial();
        trial.measureSeconds = 600;
        trial.drawsPerSecond = 50;
        Page page = BROWSER.open(SampleRuns.of("long", List.of(trial.build())));
        assertThat(page.locator("#trial-1-heat-response figcaption").innerText())
                .contains("the messages completed in 4 seconds");
        page.locator(HEAT).hover();
        page.waitForFunction("() => / at \\d+:\\d\\d min to \\d+:\\d\\d min/.test(document.querySelector('" + HEAT
                + " > div > b')?.textContent)");
    }
}

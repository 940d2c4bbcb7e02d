package dev.assay.report;

import static dev.assay.report.ReportBrowser.WIDE;
import static dev.assay.report.ReportBrowser.assertDrawn;
import static dev.assay.report.ReportBrowser.assertFits;
import static dev.assay.report.ReportBrowser.assertQuiet;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks the pages in a real browser, from a file, without network. */
@Tag("slow")
class HtmlReportBrowserTest {
    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    @Test
    void one_trial_draws_all_its_charts_and_asks_the_network_for_nothing() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.single(), WIDE, ColorScheme.LIGHT);
        assertQuiet(opened);
        assertThat(opened.page().locator(".chart").count()).isEqualTo(12);
        assertDrawn(opened.page());
        Locator drawer = opened.page().locator("#trial-1-more");
        assertThat(drawer.locator("svg").count())
                .as("a closed drawer draws nothing")
                .isZero();
        drawer.locator("summary").click();
        opened.page().waitForSelector("#trial-1-more [data-panel=memory] svg");
        assertDrawn(opened.page());
        assertQuiet(opened);
    }

    @Test
    void the_percentile_table_holds_the_values_of_the_data() throws IOException {
        RunAnalysis run = SampleRuns.single();
        Page page = BROWSER.open(run);
        PhaseAnalysis phase = run.trials().getFirst().measured().getFirst();
        for (LatencyMetric metric : phase.metrics()) {
            assertThat(page.locator("table[aria-label*='measured phase'] tr:has(th:text('" + metric.title() + "')) td")
                            .allInnerTexts())
                    .isEqualTo(expected(phase, metric));
        }
    }

    @Test
    void hostile_text_stays_text_in_the_page_and_in_the_tooltips() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.hostile(), WIDE, ColorScheme.LIGHT);
        Page page = opened.page();
        page.locator("[data-toggle-all]").click();
        page.locator("[data-chart=bars]").hover();
        page.locator("[data-chart=overlay]").hover();
        page.locator("[data-filter]").first().fill("<img");
        assertThat(page.evaluate("window.attacked")).isNull();
        assertThat(page.locator("img").count()).isZero();
        assertThat(page.locator("#scenario").innerText()).startsWith("</script><img src=x");
        assertQuiet(opened);
    }

    @Test
    void the_policy_stops_a_script_that_is_not_the_reports_own() throws IOException {
        Page page = BROWSER.open(SampleRuns.single());
        page.evaluate("() => { const s = document.createElement('script'); s.textContent = 'window.attacked = 1';"
                + " document.body.append(s); }");
        assertThat(page.evaluate("window.attacked")).isNull();
    }

    @Test
    void many_trials_are_compared_and_drawn_when_opened() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.repeated(), WIDE, ColorScheme.LIGHT);
        Page page = opened.page();
        assertThat(page.locator(".overview tbody tr:not(.quiet)").count()).isEqualTo(9);
        assertDrawn(page);
        assertThat(page.locator("details.trial svg").count()).isZero();
        page.locator(".overview a").first().click();
        page.waitForSelector("#trial-1[open] [data-panel=latency] svg");
        assertDrawn(page);
        assertQuiet(opened);
    }

    @Test
    void trials_at_two_levels_are_flagged_before_they_are_compared() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.mixedLevels(), WIDE, ColorScheme.LIGHT);
        assertThat(opened.page().locator(".notice.flag").isVisible()).isTrue();
        assertThat(opened.page().locator("[data-chart=bars]").count()).isEqualTo(2);
        assertDrawn(opened.page());
        assertThat(opened.page().locator("[data-chart=overlay] text").allTextContents())
                .as("however long a trial's name is")
                .anyMatch(text -> text.startsWith("#2 level-1"))
                .anyMatch(text -> text.startsWith("#1 level-2"));
        assertQuiet(opened);
    }

    @Test
    void the_filter_leaves_the_settings_that_match() throws IOException {
        Page page = BROWSER.open(SampleRuns.single());
        page.locator("[data-filter]").fill("linger");
        assertThat(page.locator("[data-group] tbody tr:visible th").allInnerTexts())
                .containsExactly("linger.ms");
        assertThat(page.locator("[data-filter-count]").innerText()).isEqualTo("1 of 18");
    }

    @Test
    void a_browser_that_cannot_unpack_says_so_and_keeps_the_rest() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.mixedLevels(), WIDE, ColorScheme.LIGHT);
        opened.page().evaluate("() => { delete window.DecompressionStream; }");
        opened.page().addInitScript("delete window.DecompressionStream;");
        opened.page().reload();
        opened.page().locator("#trial-1 > summary").click();
        opened.page().waitForSelector("#trial-1 [data-panel=rate].refused");
        assertThat(opened.page().locator("#trial-1 [data-panel=rate]").innerText())
                .contains("Firefox 113", "series.csv");
        assertThat(opened.page().locator("[data-chart=overlay] svg").isVisible())
                .isTrue();
        assertThat(opened.complaints()).isEmpty();
    }

    @Test
    void what_has_an_anchor_shows_it_and_a_link_to_a_chart_opens_its_trial_and_its_drawer() throws IOException {
        Page page = BROWSER.open(SampleRuns.mixedLevels());
        for (String anchor : List.of("overview", "trials", "how", "repeat", "trial-2", "trial-2-rate")) {
            assertThat(page.locator("#" + anchor + " .permalink[href='#" + anchor + "']")
                            .count())
                    .as(anchor)
                    .isEqualTo(1);
        }
        page.evaluate("location.hash = '#trial-2-memory'");
        page.waitForSelector("#trial-2[open] #trial-2-more[open] [data-panel=memory] svg");
        page.waitForFunction("() => { const box = document.getElementById('trial-2-memory').getBoundingClientRect();"
                + " return box.top >= 0 && box.top < innerHeight; }");
        assertThat(page.locator("#trial-1[open]").count()).isZero();
    }

    @Test
    void a_legend_of_two_rows_lies_above_the_names_of_the_phases() throws IOException {
        Page page = BROWSER.open(SampleRuns.single(), 390, ColorScheme.LIGHT).page();
        page.evaluate("location.hash = '#trial-1-cpu'");
        page.waitForSelector("#trial-1-more[open] [data-panel=cpu] svg");
        assertThat(page.evaluate("() => { const texts = [...document.querySelectorAll('[data-panel=cpu] text')];"
                        + " const box = name => texts.find(t => t.textContent === name).getBoundingClientRect();"
                        + " return box('machine').top > box('broker-1').bottom"
                        + " && box('machine').bottom <= box('measure').top + 1; }"))
                .isEqualTo(true);
    }

    @Test
    void a_legend_of_many_rows_lies_above_the_plot_on_a_phone() throws IOException {
        Page page = BROWSER.open(SampleRuns.repeated(), 390, ColorScheme.LIGHT).page();
        assertThat(page.evaluate("() => { const svg = document.querySelector('[data-chart=overlay] svg');"
                        + " const of = text => text.getBoundingClientRect();"
                        + " const texts = [...svg.querySelectorAll('text')];"
                        + " const legend = texts.filter(t => t.textContent.startsWith('#')).map(t => of(t).bottom);"
                        + " const axis = texts.filter(t => / ms$/.test(t.textContent)).map(t => of(t).top);"
                        + " return legend.length === 9 && Math.max(...legend) <= Math.min(...axis) + 4; }"))
                .isEqualTo(true);
    }

    @Test
    void settings_that_stand_above_are_shown_all_the_same() throws IOException {
        Page page = BROWSER.open(SampleRuns.manySettings());
        Locator second = page.locator("#trial-2-settings-1");
        assertThat(second.locator("tbody tr").count()).isEqualTo(2);
        page.locator("#trial-2 > summary").click();
        second.locator("summary").click();
        page.waitForFunction("() => document.querySelectorAll('#trial-2-settings-1 tbody tr').length === 40");
        assertThat(second.locator("tbody th").allInnerTexts().subList(1, 40)).isSorted();
        assertThat(second.locator("[data-elsewhere]").isVisible()).isFalse();
        assertThat(second.locator("tbody tr").last().innerText()).contains("setting.39", "39");
        page.locator("#trial-3 > summary").click();
        page.locator("#trial-3 [data-filter]").fill("setting.3");
        assertThat(page.locator("#trial-3-settings-1 tbody tr:visible").count()).isEqualTo(10);
    }

    @Test
    void dark_mode_is_dark_in_page_and_charts() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.single(), WIDE, ColorScheme.DARK);
        assertThat(opened.page().evaluate("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(19, 22, 26)");
        assertThat(opened.page().locator("[data-panel=latency]").innerHTML()).contains("#4e8af4");
        assertDrawn(opened.page());
        opened.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        opened.page()
                .waitForFunction("() => document.querySelector('[data-panel=latency]').innerHTML.includes('#165e9e')");
        assertQuiet(opened);
    }

    @Test
    void a_narrow_window_scrolls_tables_but_not_the_page() throws IOException {
        for (RunAnalysis run : List.of(SampleRuns.single(), SampleRuns.mixedLevels(), SampleRuns.hostile())) {
            Page page = BROWSER.open(run, 380, ColorScheme.LIGHT).page();
            assertFits(page);
            assertDrawn(page);
        }
    }

    @Test
    void what_was_lost_is_seen_on_a_phone_without_scrolling() throws IOException {
        Page page = BROWSER.open(SampleVerifications.alone(), ReportBrowser.PHONE, ColorScheme.LIGHT)
                .page();
        assertFits(page);
        assertThat(page.evaluate("[...document.querySelectorAll('.verifications td')].every(cell =>"
                        + " cell.getBoundingClientRect().right <= innerWidth)"))
                .isEqualTo(true);
    }

    @Test
    void the_page_of_a_study_is_no_wider_than_a_phone() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.repeated(), SampleStudy.full(), 500, ColorScheme.LIGHT);
        Page page = opened.page();
        assertThat(page.locator(".scroll .unseen").count())
                .as("texts that only a reader of the screen has are in wide tables too")
                .isPositive();
        assertFits(page);
        assertThat(page.evaluate("[...document.querySelectorAll('.published')].some(table =>"
                        + " table.scrollWidth > table.parentElement.clientWidth)"))
                .as("a table scrolls within its own box")
                .isEqualTo(true);
        assertQuiet(opened);
    }

    @Test
    void the_lines_of_a_study_have_the_colours_of_the_page() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.single(), SampleStudy.full(), WIDE, ColorScheme.DARK);
        String chart = "[data-pane='study-chart-1/0']";
        assertThat(opened.page().locator(chart).innerHTML()).contains("#4e8af4", "Left", "Right");
        opened.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        opened.page().waitForFunction("() => document.querySelector(\"" + chart + "\").innerHTML.includes('#165e9e')");
        assertQuiet(opened);
    }

    @Test
    void hostile_text_of_a_study_stays_text() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.single(), SampleStudy.hostile(), WIDE, ColorScheme.LIGHT);
        assertThat(opened.page().evaluate("window.attacked")).isNull();
        assertThat(opened.page().locator("img").count()).isZero();
        assertQuiet(opened);
    }

    @Test
    void a_system_has_the_same_colour_in_bars_and_curves() throws IOException {
        Page page = BROWSER.open(SampleRuns.twoSystems());
        assertThat(page.locator("[data-chart=bars] path[fill='#c24b03']").count())
                .as("pulsar in bars")
                .isEqualTo(1);
        assertThat(page.locator("[data-chart=overlay] path[stroke='#c24b03']").count())
                .as("pulsar in curves")
                .isPositive();
        assertThat(page.locator("[data-chart=bars] path[fill='#165e9e']").count())
                .as("kafka in bars")
                .isEqualTo(1);
    }

    @Test
    void versions_of_one_system_have_its_colour_in_other_shades() throws IOException {
        Page page = BROWSER.open(ComparisonReportTest.versions(1.4));
        assertThat(page.locator("[data-chart=bars] path[fill='#165e9e']").count())
                .as("the first version")
                .isEqualTo(7);
        assertThat(page.locator("[data-chart=bars] path[fill='#6896c0']").count())
                .as("the second")
                .isEqualTo(7);
        assertThat(page.locator("[data-chart=overlay] path[stroke='#6896c0'][stroke-dasharray]")
                        .count())
                .isPositive();
    }

    @Test
    void print_opens_every_trial_and_draws_its_charts_on_white() throws IOException {
        Page page =
                BROWSER.open(SampleRuns.mixedLevels(), WIDE, ColorScheme.DARK).page();
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
        assertThat(page.locator("details.trial[open]").count()).isEqualTo(2);
        assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(255, 255, 255)");
        assertThat(page.locator("#trial-2 [data-panel=latency] svg").innerHTML())
                .contains("#165e9e");
        assertThat(page.evaluate("[...document.querySelectorAll('.scroll')].filter(box => box.offsetWidth > 0"
                        + " && box.scrollWidth > document.querySelector('main').clientWidth)"
                        + ".map(box => box.ariaLabel + ' ' + box.scrollWidth).join()"))
                .as("tables that paper would cut")
                .isEqualTo("");
        assertThat(page.locator("#trial-1-more[open], #trial-2-more[open]").count())
                .as("drawers stay as they are")
                .isZero();
    }

    @Test
    void without_scripts_verdict_tables_and_delivery_are_there_and_empty_charts_are_not() throws IOException {
        Page page = BROWSER.withoutScripts(SampleRuns.stalled());
        assertThat(page.locator("#run-verdict").innerText()).isEqualTo("INVALID");
        assertThat(page.locator("table.latency").first().isVisible()).isTrue();
        assertThat(page.locator("p:has-text('Delivery not clean')").first().isVisible())
                .isTrue();
        assertThat(page.locator(".chart:visible").count()).isZero();
        assertThat(page.locator("button:visible").count()).isZero();
    }

    @Test
    void a_run_without_trials_still_makes_a_page() throws IOException {
        Chromium.Opened opened = BROWSER.open(SampleRuns.empty(), WIDE, ColorScheme.LIGHT);
        assertThat(opened.page().locator(".sentence").innerText()).contains("No trial finished");
        assertQuiet(opened);
    }

    private static List<String> expected(PhaseAnalysis phase, LatencyMetric metric) {
        List<Statistic> statistics = new ArrayList<>(List.of(Statistic.mean(metric)));
        LatencyStatistic.PERCENTS.forEach(percent -> statistics.add(Statistic.quantile(metric, percent)));
        statistics.add(Statistic.max(metric));
        List<String> values = new ArrayList<>();
        statistics.forEach(statistic -> values.add(LatencyUnit.MILLISECONDS.number(
                phase.row(statistic).orElseThrow().value())));
        values.add(Formats.count(phase.samples(metric)));
        return values;
    }
}

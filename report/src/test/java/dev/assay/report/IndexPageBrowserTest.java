package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.card.Card;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.card.Card.OfStudy;
import dev.assay.report.card.Card.Row;
import dev.assay.report.card.IndexPage;
import dev.assay.report.card.IndexPage.Entry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class IndexPageBrowserTest {
    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    private static Entry entry(
            String digest, String title, String system, Grade verdict, double millis, boolean comparable) {
        Card card = new Card(
                Card.FORMAT,
                digest,
                title,
                "2026-11-25",
                "0.1.0",
                Map.of("cpu.model", "a processor", "cpu.cores", "2"),
                verdict,
                Map.of(verdict.name(), 3),
                Map.of(),
                List.of(new MeasuredSystem(system, "client 1", "level-1", "kept on all", "verified")),
                DoubleStream.of(0.99, 1, 1.01)
                        .mapToObj(factor -> Row.of(
                                Reading.exact(
                                        Source.of(Statistic.quantile(LatencyMetric.RESPONSE, 99)),
                                        factor * millis * 1e6,
                                        1_000),
                                system,
                                text -> text))
                        .toList(),
                comparable
                        ? Optional.of(new OfStudy("a study", "00", true, Map.of("reproduced", 3)))
                        : Optional.empty(),
                "",
                List.of(),
                false,
                "");
        return new Entry(card, "./one.card", comparable ? List.of() : List.of("it is of a scenario of its own"));
    }

    static String page() {
        return HtmlReport.render(new IndexPage(List.of(
                entry("aaaa", "one", "kafka 4", Grade.VALID, 4, true),
                entry("bbbb", "two", "pulsar 4", Grade.VALID, 5, true),
                entry("cccc", SampleRuns.ATTACK, "nats 2", Grade.INVALID, 6, false))));
    }

    private static List<String> shown(Page page) {
        return page.locator("[data-card]:visible").all().stream()
                .map(card -> card.getAttribute("data-card"))
                .toList();
    }

    @Test
    void what_is_filtered_stands_in_the_address_and_comes_from_there() throws IOException {
        for (int width : new int[] {ReportBrowser.PHONE, ReportBrowser.WIDE}) {
            Chromium.Opened opened = BROWSER.open(page(), width, ColorScheme.LIGHT);
            Page page = opened.page();
            assertThat(shown(page)).containsExactly("aaaa", "bbbb", "cccc");
            page.locator("select[name=system]").selectOption("pulsar");
            page.waitForCondition(() -> shown(page).equals(List.of("bbbb")));
            assertThat(page.url()).endsWith("#system=pulsar");

            page.evaluate("location.hash = 'kind=free&verdict=INVALID'");
            page.waitForCondition(() -> shown(page).equals(List.of("cccc")));
            assertThat(page.locator("select[name=kind]").inputValue()).isEqualTo("free");
            page.locator("[data-reset]").click();
            page.waitForCondition(() -> shown(page).size() == 3);
            page.evaluate("location.hash = 'study=a+study'");
            page.waitForCondition(() -> shown(page).equals(List.of("aaaa", "bbbb")));
            assertThat(page.evaluate("window.attacked")).isNull();
            ReportBrowser.assertFits(page);
            ReportBrowser.assertQuiet(opened);
        }
    }

    @Test
    void two_cards_stand_side_by_side_and_a_free_one_is_flagged() throws IOException {
        for (int width : new int[] {ReportBrowser.PHONE, ReportBrowser.WIDE}) {
            Chromium.Opened opened = BROWSER.open(page(), width, ColorScheme.DARK);
            Page page = opened.page();
            assertThat(page.locator("#side").isVisible()).isFalse();
            page.locator("[data-card=aaaa] [data-compare]").check();
            page.locator("[data-card=bbbb] [data-compare]").check();
            page.waitForSelector("#side table");
            assertThat(page.locator("#side-warning").isVisible()).isFalse();
            assertThat(page.locator("#side table").innerText())
                    .contains("one", "two", "response.p99", "4.00 ms", "5.00 ms", "3.90 ms to 4.10 ms, n = 3");
            assertThat(page.locator("[data-card=cccc] [data-compare]").isDisabled())
                    .isTrue();
            assertThat(page.url()).contains("compare=aaaa");

            page.evaluate("location.hash = 'compare=aaaa,cccc'");
            page.waitForCondition(() -> page.locator("#side-warning").isVisible());
            assertThat(page.evaluate("window.attacked")).isNull();
            ReportBrowser.assertFits(page);
            ReportBrowser.assertQuiet(opened);
        }
    }
}

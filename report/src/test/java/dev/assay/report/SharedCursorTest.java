package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.statistics.LatencyLine;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks that all charts of a trial share one pointer and one zoom. */
class SharedCursorTest {
    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    /** Returns a trial whose first latencies come late, so that the columns of latency charts differ from those of the machines. */
    private static RunAnalysis lateLatency() {
        TrialAnalysis one = new SampleTrial().build();
        List<LatencyLine> late = one.overTime().stream()
                .map(line -> new LatencyLine(
                        line.metric(), line.group(), line.points().subList(5, 70)))
                .toList();
        return SampleRuns.of(
                "late",
                List.of(new TrialAnalysis(
                        one.trial(),
                        one.verdict(),
                        one.phases(),
                        one.catchUps(),
                        one.eventWindows(),
                        late,
                        one.heatMaps(),
                        one.series(),
                        one.secondsPerPoint())));
    }

    /** Opens a page with the charts in drawers as well. */
    private static Page opened(RunAnalysis run) throws IOException {
        Page page = BROWSER.open(run);
        page.evaluate("() => document.querySelectorAll('details').forEach(drawer => { drawer.open = true; })");
        return page;
    }

    @Test
    void a_hover_shows_the_same_second_in_every_chart() throws IOException {
        Page page = opened(lateLatency());
        for (String hovered : List.of("latency", "heat-response", "cpu")) {
            page.locator("[data-panel=" + hovered + "]").hover();
            page.waitForFunction("() => { const times = [...document.querySelectorAll('[data-panel] > div > b')]"
                    + ".map(title => title.textContent.split(' at ')[1]);"
                    + " return times.length >= 8 && new Set(times).size === 1 && /^3\\d s$/.test(times[0]); }");
            assertThat(page.locator("[data-panel=cpu] > div:has(> b)").innerText())
                    .as("every node, worker and machine has its lane")
                    .contains("broker-1", "broker-2", "broker-3", "w1", "machine");
        }
    }

    @Test
    void a_pointer_that_leaves_leaves_every_chart() throws IOException {
        Page page = opened(SampleRuns.single());
        page.locator("[data-panel=latency]").hover();
        String shown = "() => [...document.querySelectorAll('[data-panel] > div:has(> b)')]"
                + ".filter(tip => getComputedStyle(tip).display !== 'none').length ";
        page.waitForFunction(shown + ">= 8");
        page.mouse().move(2, 2);
        page.waitForFunction(shown + "=== 0");
    }

    @Test
    void a_drag_zooms_every_chart_and_a_double_click_goes_back() throws IOException {
        Page page = opened(SampleRuns.single());
        Locator latency = page.locator("[data-panel=latency]");
        latency.scrollIntoViewIfNeeded();
        BoundingBox box = latency.boundingBox();
        double middle = box.y + box.height / 2;
        page.mouse().move(box.x + 400, middle);
        page.mouse().down();
        page.mouse().move(box.x + 500, middle);
        page.mouse().move(box.x + 600, middle);
        page.mouse().up();
        String showFrom0 = "['rate', 'heat-response', 'cpu'].filter(panel =>"
                + " [...document.querySelectorAll(`[data-panel=${panel}] text`)].some(t => t.textContent === '0 s')).length === ";
        page.waitForFunction("() => " + showFrom0 + "0");
        page.mouse().dblclick(box.x + 500, middle);
        page.waitForFunction("() => " + showFrom0 + "3");
    }
}

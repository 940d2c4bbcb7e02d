package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.analysis.statistics.LatencyHeatMap;
import dev.assay.analysis.statistics.LatencyHeatMap.Column;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series;
import dev.assay.model.timeline.Phase;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.chart.TrialLook;
import dev.assay.report.page.LivePage;
import dev.assay.report.view.Block.Fact;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks the live page in a real browser, with answers made by the test. */
@Tag("slow")
class LivePageBrowserTest {
    @RegisterExtension
    static final ReportBrowser BROWSER = new ReportBrowser();

    private static final long SECOND = 1_000_000_000;
    private static final List<Phase> PHASES =
            List.of(new Phase("warmup", 0, 5 * SECOND), new Phase("measure", 5 * SECOND, 30 * SECOND));

    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/token/", exchange -> {
            exchange.getResponseHeaders().set("Content-Security-Policy", HtmlReport.liveContentSecurityPolicy());
            send(exchange, HtmlReport.render(new LivePage("an-id", SampleRuns.ATTACK, "0.1.0", "runs/report.html")));
        });
        server.createContext("/token/data", exchange -> send(exchange, answer()));
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
        threads.shutdownNow();
    }

    private String answer() {
        try {
            return answers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static void send(HttpExchange exchange, String body) throws IOException {
        try (exchange) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            String type = body.startsWith("{") ? "application/json" : "text/html; charset=utf-8";
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Makes an answer with the seconds {@code from} to {@code to} of a trial. */
    private static String update(boolean whole, int from, int to) {
        Series.Builder series = new Series.Builder();
        for (int second = from; second <= to; second++) {
            series.at(second)
                    .put(Metrics.SENT, Labels.NONE, 1000 + second)
                    .put(Metrics.PROCESS_CPU, Labels.of(Labels.NODE, "broker-1"), 0.5)
                    .put(Metrics.PROCESS_MEMORY, Labels.of(Labels.NODE, "broker-1"), 1e9);
        }
        List<Point> points = IntStream.rangeClosed(from, to)
                .mapToObj(second -> new Point(second, 1000, 1e6, 900_000, 2_000_000 + second * 1000L, 9_000_000))
                .toList();
        List<Column> columns = IntStream.rangeClosed(from, to)
                .mapToObj(second -> new Column(second, new TreeMap<>(Map.of(48, 900L, 56, 100L))))
                .toList();
        TrialCharts charts = TrialCharts.soFar(
                "live",
                new TrialLook("001-" + SampleRuns.ATTACK, "", "memory", 0),
                PHASES,
                series.build(),
                List.of(new LatencyLine(LatencyMetric.RESPONSE, "", points)),
                List.of(new LatencyHeatMap(LatencyMetric.RESPONSE, 1, columns)));
        Map<String, Object> update = new LinkedHashMap<>();
        update.put("next", "1");
        update.put("place", "measure, " + to + " of 30 s");
        update.put("tiles", List.of(new Fact("Answered", "5 msg/s", "of 6 msg/s offered", false)));
        update.put("ended", List.of(Map.of("trial", "000-memory", "verdict", "VALID")));
        update.put("whole", whole);
        update.put("plots", whole ? charts.plots(true) : List.of());
        update.put("more", whole ? charts.plots(false) : List.of());
        update.put("charts", charts);
        update.put("keptSeconds", 12);
        update.put("over", "");
        return ChartData.json(update);
    }

    private Chromium.Opened open(int width) {
        return BROWSER.visit("http://127.0.0.1:" + server.getAddress().getPort() + "/token/", width);
    }

    private static void awaitPlace(Page page, String place) {
        page.waitForCondition(() -> page.locator("#place").innerText().equals(place));
    }

    @Test
    void theReportsChartsAreFedAndTheReportTakesTheirPlace() throws IOException {
        for (int width : new int[] {ReportBrowser.PHONE, ReportBrowser.WIDE}) {
            answers.add(update(true, 1, 10));
            Chromium.Opened opened = open(width);
            Page page = opened.page();

            assertThat(page.locator("#plots h4").allInnerTexts())
                    .contains("Latency, ms", "Response heat map, ms", "Rate, msg/s", "Processor time, cores");
            assertThat(page.locator("#more-plots h4").count()).isPositive();
            assertThat(page.locator("#endings").innerText()).isEqualTo("000-memory: VALID");
            for (String chart : List.of("#live-latency", "#live-heat-response", "#live-rate")) {
                page.locator(chart).scrollIntoViewIfNeeded(); // Only what is seen is drawn.
                page.waitForSelector(chart + " svg");
            }
            ReportBrowser.assertFits(page);
            answers.add(update(false, 11, 14));
            awaitPlace(page, "measure, 14 of 30 s");
            assertThat(page.locator("#tiles").innerText()).contains("Answered", "5 msg/s", "of 6 msg/s offered");
            List<String> rates = ReportBrowser.csv(page, "#live-rate");
            assertThat(rates).hasSize(1 + 12).endsWith("14,1014");
            assertThat(rates.get(1)).isEqualTo("3,1003");
            assertThat(ReportBrowser.csv(page, "#live-heat-response").getLast()).contains("14");

            answers.add(HtmlReport.render(SampleRuns.single()));
            page.waitForURL("blob:**");
            page.waitForSelector("html[data-ready=true]");
            assertThat(page.locator("#run-verdict").innerText()).isNotEmpty();
            ReportBrowser.assertDrawn(page);
            assertThat(page.evaluate("window.attacked")).isNull();
            assertThat(opened.complaints()).isEmpty();
            page.close();
        }
    }

    @Test
    void aServerThatIsGoneIsToldAndARunWithoutAReportAsWell() {
        answers.add(update(true, 1, 3));
        Page page = open(ReportBrowser.WIDE).page();
        assertThat(page.locator("#lost").isVisible()).isFalse();
        answers.add(update(false, 4, 4).replace("\"over\":\"\"", "\"over\":\"there is no report\""));
        page.waitForCondition(() -> page.locator("#over").isVisible());
        assertThat(page.locator("#over").innerText()).isEqualTo("there is no report");

        answers.add(update(true, 1, 3));
        Page other = open(ReportBrowser.WIDE).page();
        server.stop(0);
        other.waitForCondition(() -> other.locator("#lost").isVisible());
        other.waitForSelector("#live-latency svg");
        page.close();
        other.close();
    }
}

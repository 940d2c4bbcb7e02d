package dev.assay.cli.terminal;

import dev.assay.model.display.VisibleText;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.run.live.LoadSecond;
import dev.assay.run.live.LoadStatistics;
import dev.assay.run.live.LoadWindow;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints plain lines, each readable alone. Lines about the load come every tenth second and at the end of a phase, and cover all seconds
 * since the previous one.
 */
final class PlainView implements View {
    private static final int EVERY = 10;
    private static final String GAP = "  ";

    private final PrintWriter out;
    private final LoadWindow unshown = new LoadWindow();
    private String trial = "";
    private int seconds;

    PlainView(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void trial(String name) {
        clear();
        trial = "[" + VisibleText.line(name) + "] ";
        seconds = 0;
    }

    @Override
    public void step(String text) {
        print(trial + VisibleText.message(text));
    }

    @Override
    public void load(LoadSecond second) {
        if (unshown.last().filter(last -> !last.isOfPhaseOf(second)).isPresent()) {
            clear();
        }
        unshown.add(second);
        if (seconds % EVERY == 0) {
            clear();
        }
        seconds++;
    }

    @Override
    public void say(String text) {
        print(VisibleText.message(text));
    }

    /** Prints the seconds not yet printed, when a phase ends between two lines. */
    @Override
    public void clear() {
        unshown.last().ifPresent(last -> print(trial + line(unshown, last)));
        unshown.clear();
    }

    private static String line(LoadWindow window, LoadSecond last) {
        LoadStatistics statistics = window.statistics();
        List<String> parts = new ArrayList<>();
        parts.add(VisibleText.line(last.place().text()));
        parts.add(Metrics.OFFERED.title() + " " + StatusFormats.rate(statistics.offeredPerSecond()));
        parts.add("achieved " + StatusFormats.rate(statistics.achievedPerSecond()));
        parts.add("%s p50 %s, p99 %s, worst %s (n %s)"
                .formatted(
                        LatencyMetric.RESPONSE.title(),
                        StatusFormats.percentile(statistics.response(), 50),
                        StatusFormats.percentile(statistics.response(), 99),
                        StatusFormats.percentile(statistics.response(), 100),
                        StatusFormats.count(statistics.response().getTotalCount())));
        parts.add("%s p99 %s (n %s)"
                .formatted(
                        LatencyMetric.END_TO_END.title(),
                        StatusFormats.percentile(statistics.endToEnd(), 99),
                        StatusFormats.count(statistics.endToEnd().getTotalCount())));
        parts.add(Metrics.BACKLOG.title() + " " + StatusFormats.count(last.backlog()) + " msg");
        parts.add("errors " + StatusFormats.count(statistics.errors()) + " msg");
        String busiest = NodeText.busiest(window.servers(), window.machines());
        if (!busiest.isEmpty()) {
            parts.add(busiest);
        }
        parts.add(last.left().text());
        if (window.seconds() > 1) {
            parts.add(worst(window, statistics));
        }
        return String.join(GAP, parts);
    }

    /** Writes the worst values of single seconds, which a mean over ten seconds hides. */
    private static String worst(LoadWindow window, LoadStatistics statistics) {
        return "(worst of %d s: achieved %s, %s p99 %s, %s %s msg)"
                .formatted(
                        window.seconds(),
                        StatusFormats.rate(window.lowestPerSecond()),
                        LatencyMetric.RESPONSE.title(),
                        statistics.response().getTotalCount() == 0
                                ? "none yet"
                                : StatusFormats.latency(window.longestP99Nanos()),
                        Metrics.BACKLOG.title(),
                        StatusFormats.count(statistics.backlog()));
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }
}

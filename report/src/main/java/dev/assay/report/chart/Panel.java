package dev.assay.report.chart;

import dev.assay.report.view.Block.Plot;
import dev.assay.report.view.Chart.Unit;
import dev.assay.report.view.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * @param id unique within the trial
 * @param note what a reader has to know to read it right
 * @param telling whether it is among the charts that are read first
 * @param clock which times its values belong to
 */
public record Panel(String id, String title, String note, boolean telling, Unit unit, Clock clock, List<Line> lines) {
    /** Names which of a trial's time columns a panel follows. */
    public enum Clock {
        /** Values belong to the ends of the latency intervals. */
        LATENCY,
        /** Values belong to the rows of the series. */
        SERIES
    }

    /**
     * Holds one line of a chart. Lines of the same name share a colour and an entry in the legend.
     *
     * @param detail distinguishes lines of the same name, such as {@code write}; empty when there is only one
     * @param below whether it is drawn downwards from zero
     * @param hidden whether it is shown only after a click in the legend
     * @param values NaN is a gap
     */
    public record Line(String name, String detail, boolean below, boolean hidden, Values values) {}

    public Panel {
        lines = List.copyOf(lines);
    }

    Plot plot(String trial) {
        return new Plot(trial + "-" + id, Plot.Kind.TIME, title, unit.symbol(), note, summary(), trial, id);
    }

    /** Tells whether it has nothing to show but zeros. */
    boolean zero() {
        return lines.stream().allMatch(line -> line.values().stream().allMatch(value -> value == 0));
    }

    /** Returns the lowest and the highest value of each line by its name, for those who can't see the chart. */
    public Map<String, String> ranges() {
        Map<String, String> ranges = new LinkedHashMap<>();
        lines.forEach(
                line -> ranges.put(line.name() + (line.detail().isEmpty() ? "" : " " + line.detail()), range(line)));
        return ranges;
    }

    public String summary() {
        return title + " over time. "
                + ranges().entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining("; ", "", "."));
    }

    private String range(Line line) {
        double[] known =
                line.values().stream().filter(Double::isFinite).sorted().toArray();
        return known.length == 0
                ? "unknown"
                : String.format(Locale.ROOT, "%.4g to %.4g %s", known[0], known[known.length - 1], unit.symbol())
                        .strip();
    }
}

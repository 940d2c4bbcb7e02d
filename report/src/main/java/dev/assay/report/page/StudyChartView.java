package dev.assay.report.page;

import dev.assay.report.chart.WindowChart;
import dev.assay.scenario.study.ChartRecord;
import dev.assay.scenario.study.ChartRecord.BlockRecord;
import dev.assay.scenario.study.ChartRecord.LineRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart over time of a study as the page has it.
 *
 * @param svg the drawing
 * @param table what it shows, as JSON
 * @param keys the lines of the legend, in the order of the drawing; empty names are not in it
 */
public record StudyChartView(String title, String svg, String table, List<Key> keys, List<String> notes) {
    /** An entry of the legend, and the class that gives it its colour. */
    public record Key(String name, String style) {}

    /**
     * That of a record.
     *
     * @param styles the classes of its lines
     */
    static StudyChartView of(ChartRecord chart, List<String> styles) {
        List<Key> keys = new ArrayList<>();
        for (int index = 0; index < chart.lines().size(); index++) {
            if (!chart.lines().get(index).blocks().isEmpty()) {
                keys.add(new Key(chart.lines().get(index).name(), styles.get(index)));
            }
        }
        return new StudyChartView(
                "%s: %s, windows of %d s".formatted(chart.title(), words(chart.statistic()), chart.windowSeconds()),
                WindowChart.svg(chart, styles),
                WindowChart.table(chart),
                keys,
                notes(chart));
    }

    /** In the words of the published charts. */
    private static String words(String statistic) {
        return statistic.startsWith("service.p99")
                ? "publish p99"
                : statistic.startsWith("call-to-end.mean") ? "mean end-to-end" : statistic;
    }

    private static List<String> notes(ChartRecord chart) {
        List<String> notes = new ArrayList<>();
        if (WindowChart.logarithmic(chart)) {
            notes.add("The axis of latency is logarithmic.");
        }
        chart.lines().stream()
                .filter(line -> !line.missing().isEmpty())
                .forEach(line -> notes.add(line.name() + " is not drawn: " + line.missing() + "."));
        chart.lines().stream()
                .filter(line -> line.blocks().stream().anyMatch(BlockRecord::invalid))
                .forEach(line -> notes.add("INVALID of " + line.name() + ": " + invalid(line) + "."));
        if (chart.leftOut() > 0) {
            notes.add(chart.leftOut()
                    + " more cells are not drawn: name under 'charts' of the study file those that are to be.");
        }
        return notes;
    }

    private static String invalid(LineRecord line) {
        return line.blocks().stream()
                .filter(BlockRecord::invalid)
                .map(block -> "block " + block.block())
                .collect(Collectors.joining(", "));
    }
}

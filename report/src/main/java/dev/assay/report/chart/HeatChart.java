package dev.assay.report.chart;

import dev.assay.analysis.statistics.LatencyHeatMap;
import dev.assay.analysis.statistics.LatencyHeatMap.Column;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block.Plot;
import dev.assay.report.view.Values;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds a heat map of one latency over the time of a trial. Rows are numbered as in {@link LatencyHeatMap}.
 *
 * @param id unique within the trial
 * @param metric its name
 * @param telling whether it is among the charts that are read first
 * @param secondsPerColumn the time that a column covers
 * @param ends when each column ends, in seconds from the start of the load
 * @param cells for each column, its lowest row with samples, followed by the number of samples in it and in each row above
 */
public record HeatChart(
        String id, String metric, boolean telling, int secondsPerColumn, Values ends, List<Values> cells) {
    /** Gives the fractions of a column's samples at which the next colour begins. */
    private static final List<Double> FRACTIONS = List.of(0.0001, 0.001, 0.01, 0.05, 0.2);

    public HeatChart {
        cells = List.copyOf(cells);
    }

    static HeatChart of(LatencyHeatMap map) {
        return new HeatChart(
                "heat-" + map.metric().tag(),
                map.metric().title(),
                map.metric() == LatencyMetric.RESPONSE,
                map.secondsPerColumn(),
                Values.of(map.columns().stream().mapToDouble(Column::seconds)),
                map.columns().stream().map(HeatChart::cells).toList());
    }

    private static Values cells(Column column) {
        int lowest = column.samples().firstKey();
        return Values.of(DoubleStream.concat(
                DoubleStream.of(lowest),
                IntStream.rangeClosed(lowest, column.samples().lastKey())
                        .mapToDouble(row -> (double) column.samples().getOrDefault(row, 0L))));
    }

    Plot plot(String trial) {
        return new Plot(trial + "-" + id, Plot.Kind.HEAT, title(), "ms", note(), summary(), trial, id);
    }

    String title() {
        return Character.toUpperCase(metric.charAt(0)) + metric.substring(1) + " heat map";
    }

    String note() {
        return "each column: the messages completed in "
                + (secondsPerColumn == 1 ? "one second" : secondsPerColumn + " seconds")
                + ", by latency on a logarithmic axis";
    }

    /** Describes the colours, the palest first. */
    public static List<String> legend() {
        return Stream.concat(
                        Stream.iterate(0, index -> index < FRACTIONS.size(), index -> index + 1)
                                .map(index -> index == 0
                                        ? "up to " + percent(FRACTIONS.getFirst()) + " %"
                                        : percent(FRACTIONS.get(index - 1)) + " to " + percent(FRACTIONS.get(index))
                                                + " %"),
                        Stream.of("over " + percent(FRACTIONS.getLast()) + " %"))
                .toList();
    }

    /** Returns the fractions where colours change, for the script. */
    public static String fractions() {
        return String.join(",", FRACTIONS.stream().map(String::valueOf).toList());
    }

    private static String percent(double fraction) {
        return new BigDecimal(String.valueOf(fraction))
                .movePointRight(2)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Describes the chart in words for those who can't see it: where most samples are, and the highest. */
    private String summary() {
        Map<Integer, Long> rows = cells.stream()
                .flatMap(HeatChart::pairs)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
        int fullest = rows.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0);
        int highest = rows.keySet().stream().max(Comparator.naturalOrder()).orElse(0);
        long all = rows.values().stream().mapToLong(Long::longValue).sum();
        return "%s over time, of %s. Most are at %s to %s, none is above %s."
                .formatted(
                        title(),
                        Formats.counted(all, "sample"),
                        LatencyUnit.text(lowest(fullest)),
                        LatencyUnit.text(lowest(fullest + 1)),
                        LatencyUnit.text(lowest(highest + 1)));
    }

    private static Stream<Map.Entry<Integer, Long>> pairs(Values column) {
        return IntStream.range(1, column.size())
                .filter(index -> column.at(index) > 0)
                .mapToObj(index -> Map.entry((int) column.at(0) + index - 1, (long) column.at(index)));
    }

    private static long lowest(int row) {
        return Math.round(Math.pow(10, (double) row / LatencyHeatMap.ROWS_PER_DECADE));
    }
}

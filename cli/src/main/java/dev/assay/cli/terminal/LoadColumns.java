package dev.assay.cli.terminal;

import dev.assay.run.live.LoadStatistics;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Chooses the columns of the load's table: as many as fit, the most important first.
 *
 * @param columns of values, from left to right
 */
record LoadColumns(List<Column> columns) {
    private static final int LABEL = 9;

    LoadColumns {
        columns = List.copyOf(columns);
    }

    private static final List<Column> ALL = List.of(
            new Column("msg/s", "offered", 8, 6, statistics -> StatusFormats.wide(statistics.offeredPerSecond())),
            new Column("msg/s", "achieved", 9, 0, statistics -> StatusFormats.wide(statistics.achievedPerSecond())),
            new Column(
                    "response ms",
                    "n",
                    6,
                    8,
                    statistics -> StatusFormats.narrow(statistics.response().getTotalCount())),
            new Column("response ms", "p50", 6, 7, statistics -> millis(statistics.response(), 50)),
            new Column("response ms", "p99", 6, 1, statistics -> millis(statistics.response(), 99)),
            new Column("response ms", "p99.9", 7, 10, statistics -> millis(statistics.response(), 99.9)),
            new Column("response ms", "worst", 7, 2, statistics -> millis(statistics.response(), 100)),
            new Column(
                    "end-to-end ms",
                    "n",
                    6,
                    9,
                    statistics -> StatusFormats.narrow(statistics.endToEnd().getTotalCount())),
            new Column("end-to-end ms", "p50", 7, 12, statistics -> millis(statistics.endToEnd(), 50)),
            new Column("end-to-end ms", "p99", 7, 5, statistics -> millis(statistics.endToEnd(), 99)),
            new Column("end-to-end ms", "worst", 7, 11, statistics -> millis(statistics.endToEnd(), 100)),
            new Column("messages", "backlog", 8, 3, statistics -> StatusFormats.wide((double) statistics.backlog())),
            new Column("messages", "errors", 7, 4, statistics -> StatusFormats.narrow(statistics.errors())));

    /** @param rank from 0; wider terminals show higher ranks, too */
    private record Column(String unit, String title, int width, int rank, Function<LoadStatistics, String> text) {}

    private static String millis(Histogram nanos, double percent) {
        return nanos.getTotalCount() == 0 ? "–" : StatusFormats.millis(nanos.getValueAtPercentile(percent));
    }

    static LoadColumns fitting(int characters) {
        int left = characters - LABEL;
        int ranks = 0;
        for (Column column :
                ALL.stream().sorted(Comparator.comparingInt(Column::rank)).toList()) {
            left -= column.width;
            if (left < 0) {
                break;
            }
            ranks++;
        }
        int shown = ranks;
        return new LoadColumns(
                ALL.stream().filter(column -> column.rank < shown).toList());
    }

    /** Returns two lines: the unit above the title. */
    List<String> heading() {
        Map<String, Integer> widths = new LinkedHashMap<>();
        columns.forEach(column -> widths.merge(column.unit, column.width, Integer::sum));
        String units = widths.entrySet().stream()
                .map(unit -> TextWidth.middle(unit.getKey(), unit.getValue()))
                .collect(Collectors.joining());
        String titles = columns.stream()
                .map(column -> TextWidth.right(column.title, column.width))
                .collect(Collectors.joining());
        return List.of((" ".repeat(LABEL) + units).stripTrailing(), " ".repeat(LABEL) + titles);
    }

    String row(String label, LoadStatistics statistics) {
        return TextWidth.left(label, LABEL)
                + columns.stream()
                        .map(column -> TextWidth.right(column.text.apply(statistics), column.width))
                        .collect(Collectors.joining());
    }
}

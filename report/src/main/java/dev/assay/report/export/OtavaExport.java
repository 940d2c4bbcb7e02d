package dev.assay.report.export;

import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistorySeries;
import dev.assay.analysis.history.HistorySeries.Trend;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.model.display.SpreadsheetCell;
import dev.assay.model.display.VisibleText;
import dev.assay.report.text.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All runs for Apache Otava: a CSV file for each series with a row for each run, medians over the trials that count, and the configuration that
 * names them. No cell is empty, on which Otava would give up: a value that fewer than half of the runs have gets no column, and a run
 * that lacks one of the others no row.
 */
public final class OtavaExport {
    static final String CONFIG = "otava.yaml";

    private static final String CSV = ".csv";
    private static final int LONGEST_NAME = 100;

    private static final List<String> ATTRIBUTES =
            List.of("run", HistoryPoint.SERVER, "client", "assay", "kernel", "jvm", "trials");

    private OtavaExport() {}

    /** The export; the configuration names its files as they are seen from their own folder. */
    public static Exported of(History history) {
        TreeMap<String, String> files = new TreeMap<>();
        List<String> notes = new ArrayList<>(ExportNames.leftOut(history.series().stream()
                .map(HistorySeries::points)
                .flatMap(List::stream)
                .toList()));
        StringBuilder config =
                new StringBuilder("# In this folder: otava analyze --config-file " + CONFIG + " TEST\ntests:\n");
        for (HistorySeries series : ExportNames.counted(history)) {
            List<HistoryStatistic> columns = columns(series, notes);
            List<HistoryPoint> rows = rows(series, columns, notes);
            if (!columns.isEmpty() && !rows.isEmpty()) {
                String name = fileName(series, files.keySet());
                files.put(name + CSV, csv(rows, columns));
                config.append(config(name, columns));
            }
        }
        if (!files.isEmpty()) {
            files.put(CONFIG, config.toString());
            notes.add("in that folder: otava analyze --config-file " + CONFIG
                    + " TEST, with one of the names under 'tests'");
        }
        return new Exported(files, true, notes);
    }

    /** Many dimensions make a name that no file system takes; what is cut off may have told it from another. */
    private static String fileName(HistorySeries series, Set<String> taken) {
        String whole = ExportNames.benchmark(series.key()).replace('/', '.');
        String name = whole.length() <= LONGEST_NAME
                ? whole
                : whole.substring(0, LONGEST_NAME) + "." + series.key().fingerprint();
        String free = name;
        for (int attempt = 2; taken.contains(free + CSV); attempt++) {
            free = name + "-" + attempt;
        }
        return free;
    }

    private static List<HistoryStatistic> columns(HistorySeries series, List<String> notes) {
        List<HistoryStatistic> columns = new ArrayList<>();
        for (Trend trend : series.trends()) {
            if (2 * trend.runs() >= series.points().size()) {
                columns.add(trend.statistic());
            } else {
                notes.add("left out: " + trend.statistic() + " of " + ExportNames.benchmark(series.key()) + ", which "
                        + trend.runs() + " of "
                        + Formats.counted(series.points().size(), "run")
                        + (trend.runs() == 1 ? " has" : " have"));
            }
        }
        return columns;
    }

    private static List<HistoryPoint> rows(HistorySeries series, List<HistoryStatistic> columns, List<String> notes) {
        List<HistoryPoint> rows = series.points().stream()
                .filter(point -> point.statistics().containsAll(columns))
                .toList();
        int without = series.points().size() - rows.size();
        if (without > 0) {
            notes.add("left out: " + Formats.counted(without, "run") + " of " + ExportNames.benchmark(series.key())
                    + ", because values are missing and a cell must not be empty");
        }
        return rows;
    }

    private static String csv(List<HistoryPoint> rows, List<HistoryStatistic> columns) {
        String head = Stream.concat(
                        Stream.concat(Stream.of("time"), ATTRIBUTES.stream()),
                        columns.stream().map(OtavaExport::column))
                .collect(Collectors.joining(","));
        return head + "\n"
                + rows.stream().map(point -> row(point, columns) + "\n").collect(Collectors.joining());
    }

    private static String row(HistoryPoint point, List<HistoryStatistic> columns) {
        Stream<String> attributes = ATTRIBUTES.stream().map(attribute -> switch (attribute) {
            case "run" -> cell(point.run());
            case "trials" -> String.valueOf(point.samples().size());
            default -> cell(point.versions().getOrDefault(attribute, ""));
        });
        return Stream.concat(
                        Stream.concat(Stream.of(ExportNames.time(point.startedAt())), attributes),
                        columns.stream()
                                .map(column -> ExportNames.number(ExportNames.shown(
                                        column, point.typical(column).orElseThrow()))))
                .collect(Collectors.joining(","));
    }

    private static String cell(String text) {
        String oneLine = text.isBlank() ? "unknown" : text.replace('\n', ' ').replace('\r', ' ');
        String plain = SpreadsheetCell.of(VisibleText.of(oneLine));
        return plain.chars().anyMatch(c -> c == ',' || c == '"') ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
    }

    private static String config(String name, List<HistoryStatistic> columns) {
        StringBuilder text =
                new StringBuilder("""
                  %s:
                    type: csv
                    file: %s
                    time_column: time
                    attributes: [%s]
                    csv_options: { delimiter: ",", quote_char: '"' }
                    metrics:
                """.formatted(quoted(name), quoted(name + CSV), String.join(", ", ATTRIBUTES)));
        columns.forEach(column -> text.append("      %s: { direction: %d, scale: 1, column: %s }\n"
                .formatted(quoted(metric(name, column)), column.isBetterHigher() ? 1 : -1, quoted(column(column)))));
        return text.toString();
    }

    /** {@code otava validate} takes no name twice, and {@code otava analyze} leaves out what all names of a test begin with, up to a dot. */
    private static String metric(String test, HistoryStatistic statistic) {
        return test + "." + column(statistic);
    }

    /** YAML's double quotes; {@link ExportNames#word} leaves nothing in names that would have to be escaped. */
    private static String quoted(String text) {
        return '"' + text + '"';
    }

    /** Otava 0.8 does not scale what it reads from CSV, so it has the unit in which it is shown. */
    private static String column(HistoryStatistic statistic) {
        String name = statistic.name().replace('.', '_').replace(' ', '_');
        if (statistic.equals(HistoryStatistic.VALID)) {
            return name + "_percent";
        }
        return name + (statistic.isRate() ? "_msg_per_s" : "_ms");
    }
}

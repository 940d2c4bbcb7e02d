package dev.assay.report.export;

import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistorySeries;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.model.display.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All runs in the text format of Go's benchmarks, which benchstat reads: a line for each trial that counts, so that repetitions are samples; the
 * number of iterations is that of the messages. The fraction of VALID trials is one value of a run, and of
 * few sizes, for which benchstat's test is not made. Run and versions are configuration, by which benchstat makes columns.
 */
public final class BenchstatExport {
    /** The file's name in {@link Exported#files()}. */
    public static final String FILE = "benchstat.txt";

    private BenchstatExport() {}

    /** The export. */
    public static Exported of(History history) {
        StringBuilder text = new StringBuilder();
        List<HistorySeries> counted = ExportNames.counted(history);
        counted.stream()
                .flatMap(series -> series.trends().stream())
                .filter(trend -> !trend.statistic().equals(HistoryStatistic.VALID))
                .map(trend -> "Unit " + unit(trend.statistic()) + " better="
                        + (trend.statistic().isBetterHigher() ? "higher" : "lower") + "\n")
                .distinct()
                .forEach(text::append);
        TreeMap<String, String> files = new TreeMap<>();
        if (!text.isEmpty()) {
            counted.forEach(series -> series.points().forEach(point -> point(series.key(), point, text)));
            files.put(FILE, text.toString());
        }
        List<String> notes = new ArrayList<>(ExportNames.leftOut(history.series().stream()
                .map(HistorySeries::points)
                .flatMap(List::stream)
                .toList()));
        notes.add("runs side by side: benchstat -col run -ignore server,client,assay,kernel,jvm FILE");
        notes.add("versions side by side: benchstat -col server -ignore run,client,assay,kernel,jvm FILE");
        return new Exported(files, false, notes);
    }

    private static void point(SeriesKey key, HistoryPoint point, StringBuilder text) {
        if (point.samples().isEmpty()) {
            return;
        }
        text.append('\n').append(line("run", point.run()));
        point.versions().forEach((name, version) -> text.append(line(name, version)));
        point.samples().stream()
                .filter(sample -> !sample.values().isEmpty())
                .forEach(sample -> text.append(name(key))
                        .append(' ')
                        .append(sample.messages())
                        .append(values(sample.values()))
                        .append('\n'));
    }

    private static String line(String key, String value) {
        return key + ": " + VisibleText.of(value).replace('\n', ' ').replace('\t', ' ') + "\n";
    }

    /** Ends in the fingerprint, as a dash and digits at the end of a name would be taken for a number of processors. */
    private static String name(SeriesKey key) {
        return "BenchmarkAssay/" + ExportNames.benchmark(key);
    }

    private static String values(Map<HistoryStatistic, Double> values) {
        return values.entrySet().stream()
                .map(name -> " " + ExportNames.number(name.getValue()) + " " + unit(name.getKey()))
                .collect(Collectors.joining());
    }

    /** Units in nanoseconds end in {@code -ns}, which benchstat shows as seconds with a prefix. */
    private static String unit(HistoryStatistic statistic) {
        String name = statistic.name().replace(' ', '-');
        return name + (statistic.isRate() ? "-msg/s" : "-ns");
    }
}

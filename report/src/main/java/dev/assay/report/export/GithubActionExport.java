package dev.assay.report.export;

import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.core.experiment.Interval;
import dev.assay.report.figure.HistoryText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The newest run for github-action-benchmark, whose tools {@code customSmallerIsBetter} and {@code customBiggerIsBetter} read arrays of
 * name, unit, value, range and extra; a file has one direction, so there are two.
 */
public final class GithubActionExport {
    static final String SMALLER = "smaller-is-better.json";
    static final String BIGGER = "bigger-is-better.json";

    private static final int RANGE_DIGITS = 6;

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private GithubActionExport() {}

    /** The export. */
    public static Exported of(History history) {
        List<Map<String, Object>> smaller = new ArrayList<>();
        List<Map<String, Object>> bigger = new ArrayList<>();
        history.runs()
                .getLast()
                .points()
                .forEach((key, point) -> point.statistics()
                        .forEach(statistic -> (statistic.isRate() ? bigger : smaller)
                                .add(entry(ExportNames.benchmark(key), point, statistic))));
        List<String> notes = new ArrayList<>(ExportNames.ofNewest(history));
        TreeMap<String, String> files = new TreeMap<>();
        // The tool refuses an empty array.
        if (!smaller.isEmpty()) {
            files.put(SMALLER, MAPPER.writeValueAsString(smaller) + "\n");
            notes.add(SMALLER + " is for 'tool: customSmallerIsBetter'");
        }
        if (!bigger.isEmpty()) {
            files.put(BIGGER, MAPPER.writeValueAsString(bigger) + "\n");
            notes.add(BIGGER + " is for 'tool: customBiggerIsBetter'");
        }
        return new Exported(files, true, notes);
    }

    private static Map<String, Object> entry(String benchmark, HistoryPoint point, HistoryStatistic statistic) {
        List<Double> values = point.values(statistic);
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", benchmark + " " + HistoryText.name(statistic));
        entry.put("unit", ExportNames.unit(statistic));
        entry.put("value", ExportNames.shown(statistic, point.median(statistic).orElseThrow()));
        Interval.of(values)
                .ifPresent(seen ->
                        entry.put("range", bound(statistic, seen.low()) + " to " + bound(statistic, seen.high())));
        entry.put(
                "extra",
                "n = " + values.size() + " VALID trials\nrun " + point.run() + "\nserver "
                        + point.versions().getOrDefault(HistoryPoint.SERVER, "unknown"));
        return entry;
    }

    /** A range is for people. */
    private static String bound(HistoryStatistic statistic, double value) {
        return new BigDecimal(ExportNames.shown(statistic, value))
                .round(new MathContext(RANGE_DIGITS))
                .toPlainString();
    }
}

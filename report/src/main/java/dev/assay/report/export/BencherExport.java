package dev.assay.report.export;

import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.core.experiment.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The newest run in Bencher Metric Format: {@code {benchmark: {measure: {value, lower_value, upper_value}}}}. Bounds are those of the
 * typical value over trials, and are left out where there are too few to tell.
 */
public final class BencherExport {
    /** The file's name in {@link Exported#files()}. */
    public static final String FILE = "bmf.json";

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private BencherExport() {}

    /** The export. */
    public static Exported of(History history) {
        Map<String, Map<String, Map<String, Double>>> benchmarks = new LinkedHashMap<>();
        history.runs().getLast().points().forEach((key, point) -> {
            Map<String, Map<String, Double>> measures = measures(point);
            if (!measures.isEmpty()) {
                benchmarks.put(ExportNames.benchmark(key), measures);
            }
        });
        TreeMap<String, String> files = new TreeMap<>();
        if (!benchmarks.isEmpty()) {
            files.put(FILE, MAPPER.writeValueAsString(benchmarks) + "\n");
        }
        return new Exported(files, false, ExportNames.ofNewest(history));
    }

    private static Map<String, Map<String, Double>> measures(HistoryPoint point) {
        Map<String, Map<String, Double>> measures = new LinkedHashMap<>();
        for (HistoryStatistic statistic : point.statistics()) {
            List<Double> values = point.values(statistic);
            Map<String, Double> metric = new LinkedHashMap<>();
            double median = point.median(statistic).orElseThrow();
            metric.put("value", median);
            // Logarithms round: where all trials are alike, their interval may lie just beside them.
            Interval.of(values).ifPresent(seen -> {
                metric.put("lower_value", Math.min(seen.low(), median));
                metric.put("upper_value", Math.max(seen.high(), median));
            });
            measures.put(measure(statistic), metric);
        }
        return measures;
    }

    /** A metric has no unit of its own, so its measure has it in its name. */
    private static String measure(HistoryStatistic statistic) {
        return statistic.name().replace('.', '-').replace(' ', '-') + (statistic.isRate() ? "-msg-per-s" : "-ns");
    }
}

package dev.assay.report.export;

import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistorySeries;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.model.display.VisibleText;
import dev.assay.report.text.Formats;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What things are called in files for other tools, and what is said of those that are not in them. */
final class ExportNames {
    private static final double NANOS_PER_MILLI = 1e6;

    private ExportNames() {}

    /**
     * A series in one word, such as {@code quickstart/SYSTEM/workload.partitions=6/a1b2c3d4}: other settings or another machine make
     * it another benchmark.
     */
    static String benchmark(SeriesKey key) {
        return Stream.concat(
                        Stream.of(word(key.scenario()), word(key.system())),
                        Stream.concat(
                                key.dimensions().entrySet().stream()
                                        .map(entry -> word(entry.getKey()) + "=" + word(entry.getValue())),
                                Stream.of(key.fingerprint())))
                .collect(Collectors.joining("/"));
    }

    /** Series of which any value counts: how many trials are VALID is told beside others. */
    static List<HistorySeries> counted(History history) {
        return history.series().stream()
                .filter(series -> series.points().stream()
                        .anyMatch(point -> !point.samples().isEmpty()))
                .toList();
    }

    /** A text without spaces, slashes and whatever else separates words in some format. */
    static String word(String text) {
        return VisibleText.of(text).replaceAll("[^\\p{L}\\p{N}._+=-]+", "_").replaceFirst("^[.-]+", "_");
    }

    /** Latencies in milliseconds, as charts show them. */
    static double shown(HistoryStatistic statistic, double value) {
        return statistic.latency().isEmpty() ? value : value / NANOS_PER_MILLI;
    }

    /** A number without an exponent. */
    static String number(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** Whole seconds: some tools take no fractions. */
    static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** How many trials and values do not count, over all those points. */
    static List<String> leftOut(Collection<HistoryPoint> points) {
        List<String> notes = new ArrayList<>();
        int trials = points.stream().mapToInt(HistoryPoint::withoutValues).sum();
        if (trials > 0) {
            notes.add("left out: " + Formats.counted(trials, "trial") + (trials == 1 ? " that is" : " that are")
                    + " INVALID or did not finish");
        }
        points.stream()
                .flatMap(point -> point.missing().entrySet().stream())
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, TreeMap::new, Collectors.summingInt(Map.Entry::getValue)))
                .forEach((what, count) -> notes.add("left out: " + count + " " + what));
        return notes;
    }
}

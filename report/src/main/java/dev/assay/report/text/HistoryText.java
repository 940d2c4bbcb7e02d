package dev.assay.report.text;

import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistoryRun;
import dev.assay.analysis.history.HistorySeries;
import dev.assay.analysis.history.HistorySeries.Trend;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.model.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a history says, in words. */
public final class HistoryText {
    /** What values are, and what is not said of them. */
    public static final String NOTE =
            "Values are medians over the trials that count, as in comparisons; n counts them. valid is the fraction of VALID trials. Whether runs differ by more than chance is not tested here: --export writes them for Apache Otava, which finds changes, and for benchstat, which compares.";

    private static final int MAX_DIFFERENCES = 3;

    private HistoryText() {}

    /** The statistic for people, such as {@code response p99}. */
    public static String name(HistoryStatistic statistic) {
        return statistic.latency().isPresent() ? ComparisonText.name(statistic.name()) : statistic.name();
    }

    /** A value with its unit. */
    public static String value(HistoryStatistic statistic, double value) {
        if (statistic.equals(HistoryStatistic.VALID)) {
            return "%.0f %%".formatted(value);
        }
        return statistic.isRate() ? Formats.rate(Math.rint(value)) : LatencyUnit.text(Math.round(value));
    }

    /** What a series is of, such as {@code quickstart, SYSTEM, workload.partitions = 6}. */
    public static String title(SeriesKey key) {
        return Stream.concat(
                        Stream.of(key.scenario(), key.system()),
                        key.dimensions().entrySet().stream().map(entry -> entry.getKey() + " = " + entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** How many trials of a run have which verdict, and how many belong to searches. */
    public static String verdicts(HistoryRun run) {
        List<String> parts = new ArrayList<>();
        if (!run.verdicts().isEmpty()) {
            parts.add(verdicts(run.verdicts()));
        }
        if (run.failed() > 0) {
            parts.add(run.failed() + " did not finish");
        }
        if (run.probes() > 0) {
            parts.add(Formats.counted(run.probes(), "trial") + " of searches");
        }
        return parts.isEmpty() ? "no trials" : String.join(", ", parts);
    }

    private static String verdicts(SortedMap<Grade, Integer> verdicts) {
        return verdicts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** The medians of a run in one series, each with its n; then what does not count. */
    public static String values(HistoryPoint point) {
        List<String> values = point.statistics().stream()
                .map(statistic -> name(statistic) + " "
                        + value(statistic, point.typical(statistic).orElseThrow()) + " (n = "
                        + point.n(statistic) + ")")
                .toList();
        String text = (point.samples().isEmpty() ? "no value counts" + (values.isEmpty() ? "" : ", ") : "")
                + String.join(", ", values);
        String left = leftOut(point);
        return left.isEmpty() ? text : text + "; left out: " + left;
    }

    /** What of a point does not count, with the reason; empty for nothing. */
    public static String leftOut(HistoryPoint point) {
        List<String> left = new ArrayList<>();
        int invalid = point.verdicts().getOrDefault(Grade.INVALID, 0);
        if (invalid > 0) {
            left.add(invalid + " " + Grade.INVALID);
        }
        if (point.failed() > 0) {
            left.add(point.failed() + " did not finish");
        }
        point.missing().forEach((what, count) -> left.add(count + " " + what));
        return String.join(", ", left);
    }

    /** Where a statistic began and is now, and how the last run stands to those before it. */
    public static String trend(Trend trend) {
        HistoryStatistic statistic = trend.statistic();
        String last = value(statistic, trend.medians().getLast());
        if (trend.before().isEmpty()) {
            return name(statistic) + " " + last + " in one run";
        }
        double before = trend.before().getAsDouble();
        if (statistic.equals(HistoryStatistic.VALID)) {
            return "%s %s in the first and %s in the last of %d runs, %s in the median of those before (n = %d, from %s to %s)"
                    .formatted(
                            name(statistic),
                            value(statistic, trend.medians().getFirst()),
                            last,
                            trend.runs(),
                            value(statistic, before),
                            trend.runs() - 1,
                            value(statistic, trend.minBefore()),
                            value(statistic, trend.maxBefore()));
        }
        return "%s %s in the first and %s in the last of %d runs, which is %s times the median of those before (n = %d, %s, from %s to %s)"
                .formatted(
                        name(statistic),
                        value(statistic, trend.medians().getFirst()),
                        last,
                        trend.runs(),
                        ratio(trend.medians().getLast() / before),
                        trend.runs() - 1,
                        value(statistic, before),
                        value(statistic, trend.minBefore()),
                        value(statistic, trend.maxBefore()));
    }

    /** Small differences are told as well, so a ratio has as many digits as tell it from 1. */
    private static String ratio(double ratio) {
        return Math.abs(ratio - 1) < 0.1 ? String.format(Locale.ROOT, "%.3f", ratio) : ComparisonText.number(ratio);
    }

    /** The versions in which the last run of a series differs from its first; empty for none. */
    public static String changedVersions(HistorySeries series) {
        Map<String, String> first = series.points().getFirst().versions();
        return series.points().getLast().versions().entrySet().stream()
                .filter(version -> !version.getValue().equals(first.get(version.getKey())))
                .map(version -> version.getKey() + " " + first.getOrDefault(version.getKey(), "unknown") + ", then "
                        + version.getValue())
                .collect(Collectors.joining("; "));
    }

    /** In what settings or machines a series differs from another of the same. */
    public static String differences(SeriesKey key, SeriesKey other) {
        List<String> names = key.differences(other);
        String text = names.stream()
                .limit(MAX_DIFFERENCES)
                .map(name -> name + " (" + other.facts().getOrDefault(name, "none") + " there, "
                        + key.facts().getOrDefault(name, "none") + " here)")
                .collect(Collectors.joining(", "));
        return names.size() > MAX_DIFFERENCES
                ? text + " and " + Formats.counted(names.size() - MAX_DIFFERENCES, "more fact")
                : text;
    }
}

package dev.assay.report.figure;

import dev.assay.analysis.history.ChangePoints;
import dev.assay.analysis.history.History;
import dev.assay.analysis.history.HistoryPoint;
import dev.assay.analysis.history.HistoryRun;
import dev.assay.analysis.history.HistoryStatistic;
import dev.assay.analysis.history.SeriesKey;
import dev.assay.analysis.history.Trend.Change;
import dev.assay.core.result.Verdict.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a history says, in words. */
public final class HistoryText {
    private static final int MOST_DIFFERENCES = 3;

    private HistoryText() {}

    /** The statistic for people, such as {@code response p99}. */
    public static String name(HistoryStatistic statistic) {
        return statistic.latency().isPresent() ? ComparisonText.name(statistic.name()) : statistic.name();
    }

    /** A value with its unit. */
    public static String value(HistoryStatistic statistic, double value) {
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
    public static String figures(HistoryPoint point) {
        List<String> figures = point.statistics().stream()
                .map(statistic -> name(statistic) + " "
                        + value(statistic, point.median(statistic).orElseThrow()) + " (n = "
                        + point.values(statistic).size() + ")")
                .toList();
        String text = figures.isEmpty() ? "no figure counts" : String.join(", ", figures);
        String left = leftOut(point);
        return left.isEmpty() ? text : text + "; left out: " + left;
    }

    /** What of a point does not count, with the reason; empty for nothing. */
    public static String leftOut(HistoryPoint point) {
        Stream<String> trials = point.verdicts().entrySet().stream()
                .filter(entry -> entry.getKey() != Grade.VALID)
                .map(entry -> entry.getValue() + " " + entry.getKey());
        Stream<String> figures =
                point.missing().entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey());
        return Stream.concat(trials, figures).collect(Collectors.joining(", "));
    }

    /** A change with the runs around it, and the versions that changed with it. */
    public static String change(HistoryStatistic statistic, Change change) {
        return "%s %s times as large from %s on: %s after %s over the runs before (n = %d and %d runs, p = %s); the run before is %s%s"
                .formatted(
                        name(statistic),
                        ratio(change.ratio()),
                        change.after().run(),
                        value(statistic, change.medianAfter()),
                        value(statistic, change.medianBefore()),
                        change.runsAfter(),
                        change.runsBefore(),
                        probability(change.p()),
                        change.before().run(),
                        versions(change));
    }

    /** Small changes are told as well, so a ratio has as many digits as tell it from 1. */
    private static String ratio(double ratio) {
        return Math.abs(ratio - 1) < 0.1 ? String.format(Locale.ROOT, "%.3f", ratio) : ComparisonText.number(ratio);
    }

    private static String probability(double p) {
        return String.format(Locale.ROOT, p < 0.001 ? "%.4f" : "%.3f", p);
    }

    private static String versions(Change change) {
        Map<String, String> before = change.before().versions();
        String changed = change.after().versions().entrySet().stream()
                .filter(version -> !version.getValue().equals(before.get(version.getKey())))
                .map(version -> version.getKey() + " " + before.getOrDefault(version.getKey(), "unknown") + ", then "
                        + version.getValue())
                .collect(Collectors.joining("; "));
        return changed.isEmpty() ? "" : "; between them: " + changed;
    }

    /** In what settings or machines a series differs from another of the same. */
    public static String differences(SeriesKey key, SeriesKey other) {
        List<String> names = key.differences(other);
        String text = names.stream()
                .limit(MOST_DIFFERENCES)
                .map(name -> name + " (" + other.facts().getOrDefault(name, "none") + " there, "
                        + key.facts().getOrDefault(name, "none") + " here)")
                .collect(Collectors.joining(", "));
        return names.size() > MOST_DIFFERENCES
                ? text + " and " + Formats.counted(names.size() - MOST_DIFFERENCES, "more fact")
                : text;
    }

    /** How changes were looked for, and how many are wrong by chance; said once. */
    public static String note(History history) {
        String method =
                "Changes are looked for from %d runs on, by the largest standardised rank sum of all places with at least %d runs on either side; p accounts for having tried them all."
                        .formatted(ChangePoints.LEAST_RUNS, ChangePoints.LEAST_ON_A_SIDE);
        long tested = history.tested();
        return tested == 0
                ? method
                : method
                        + (tested == 1
                                ? " A trend without a change shows one by chance with at most 5 %."
                                : " Of %d trends without a change about one in twenty would show one by chance."
                                        .formatted(tested));
    }
}

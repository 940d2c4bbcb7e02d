package dev.assay.model.spec;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists the statistics that a scenario declares as its result: if one of them was disturbed, the trial is not VALID. All
 * others are only marked.
 *
 * @param text as {@link #parse} reads it
 * @param statistics the named statistics; one without a phase applies to every measured phase
 */
public record ResultStatistics(String text, List<LatencyStatistic> statistics) {
    private static final Pattern UP_TO = Pattern.compile("([a-z-]+)\\s+up\\s+to\\s+(p[0-9.]+)(\\s+in\\s+\\S+)?");

    public static final String DEFAULT_TEXT = "response up to p99.9, end-to-end up to p99.9";

    public static final ResultStatistics DEFAULT = parse(DEFAULT_TEXT);

    public ResultStatistics {
        Check.that(!statistics.isEmpty(), "expected at least one statistic, such as response.p99");
        statistics = List.copyOf(statistics);
    }

    /**
     * Reads names of statistics, separated by commas: {@code response.p99}, {@code end-to-end.mean in catch-up}, or all
     * percentiles up to one, {@code response up to p99.9}.
     *
     * @throws IllegalArgumentException when one can't be understood
     */
    public static ResultStatistics parse(String text) {
        List<LatencyStatistic> statistics = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String one = part.strip();
            parts.add(one);
            Matcher upTo = UP_TO.matcher(one);
            if (upTo.matches()) {
                addUpTo(one, upTo, statistics);
            } else {
                statistics.add(LatencyStatistic.parse(one));
            }
        }
        return new ResultStatistics(String.join(", ", parts), statistics);
    }

    private static void addUpTo(String one, Matcher upTo, List<LatencyStatistic> statistics) {
        String phase = upTo.group(3) == null ? "" : upTo.group(3);
        LatencyStatistic last;
        try {
            last = LatencyStatistic.parse(upTo.group(1) + "." + upTo.group(2) + phase);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException(
                    "expected percentiles of a latency like 'response up to p99.9', but found '" + one + "'");
        }
        LatencyStatistic.PERCENTS.stream()
                .filter(percent -> percent <= last.percent().orElseThrow())
                .map(percent -> new LatencyStatistic(last.metric(), OptionalDouble.of(percent), last.phase()))
                .forEach(statistics::add);
    }

    /**
     * Tells whether that statistic of a measured phase is part of the result.
     *
     * @param percent empty for the mean
     */
    public boolean declares(LatencyMetric metric, OptionalDouble percent, String phase) {
        return statistics.contains(new LatencyStatistic(metric, percent, Optional.empty()))
                || statistics.contains(new LatencyStatistic(metric, percent, Optional.of(phase)));
    }

    @Override
    public String toString() {
        return text;
    }
}

package dev.assay.scenario.study;

import dev.assay.model.metric.LatencyStatistic;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Describes a value of a cell by the name that studies use.
 *
 * @param name such as {@code service.p99}, {@code catch-up/service.p99} or {@code peak}
 */
public record StudyStatistic(String name, Kind kind) {
    public static final String KNOWN =
            "service, response, send-to-receive or end-to-end with .mean, .max or .p50 to .p99.99 (of one phase as PHASE/service.p99); "
                    + "peak, peak.best-10s, catch-up.rate, catch-up.best, catch-up.time; "
                    + "spikes(…) and spread(…) of service.p99@10s or send-to-receive.mean@10s";

    /** Lists the series that are stored for each trial, without the length of their windows. */
    public static final List<String> OVER_TIME = List.of("service.p99", "send-to-receive.mean");

    private static final Pattern LATENCY =
            Pattern.compile("(?:[a-z0-9][a-z0-9-]*/)?(?:service|response|send-to-receive|end-to-end)\\.(?:mean|max|"
                    + LatencyStatistic.PERCENTS.stream()
                            .map(percent -> Pattern.quote("p" + plain(percent)))
                            .collect(Collectors.joining("|"))
                    + ")");
    private static final Pattern OF_WINDOWS = Pattern.compile("(?:spikes|spread)\\((?:"
            + OVER_TIME.stream().map(name -> Pattern.quote(name + "@10s")).collect(Collectors.joining("|")) + ")\\)");
    private static final Set<String> RATES = Set.of("peak", "peak.best-10s", "catch-up.rate", "catch-up.best");
    private static final String TIME = "catch-up.time";

    public enum Kind {
        LATENCY("a latency"),
        RATE("a rate"),
        LENGTH("a length of time"),
        RATIO("a ratio");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** Returns the statistic with that name; empty where there is none. */
    public static Optional<StudyStatistic> of(String name) {
        Kind kind = null;
        if (LATENCY.matcher(name).matches()) {
            kind = Kind.LATENCY;
        } else if (RATES.contains(name)) {
            kind = Kind.RATE;
        } else if (name.equals(TIME)) {
            kind = Kind.LENGTH;
        } else if (OF_WINDOWS.matcher(name).matches()) {
            kind = Kind.RATIO;
        }
        return kind == null ? Optional.empty() : Optional.of(new StudyStatistic(name, kind));
    }

    private static String plain(double percent) {
        return percent == Math.rint(percent) ? String.valueOf((long) percent) : String.valueOf(percent);
    }
}

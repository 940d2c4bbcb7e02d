package dev.assay.model.spec;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Fraction;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes the search for the highest rate that a system sustains, which a scenario asks for in place of a rate. */
public record RateSearch(
        @Key(value = "The lowest rate to offer.", fallback = "1000/s")
        Rate from,

        @Key(value = "The highest rate to offer.", fallback = "2M/s")
        Rate to,

        @Key(
                value =
                        "How far apart the lower and upper bounds may be before the lower is confirmed, as a fraction of the upper.",
                fallback = "5 %")
        Fraction precision,

        @Key(value = "Length of the measured load in trials that narrow down the range.", fallback = "10 s")
        Duration probe,

        @Key(
                value = "Length of the measured load in trials that decide which rate is confirmed, and confirm it.",
                fallback = "60 s")
        Duration decide,

        @Key(value = "Length of the warm-up of each trial; that of the first is twice as long.", fallback = "5 s")
        Duration warmup,

        @Key(
                value =
                        "Whether the first search that finds a rate measures latency at fractions of it, from 10 % to 95 %.",
                fallback = "true")
        boolean curve,

        @Key(
                value =
                        "The rate that the harness itself can reach: a lower bound of 80 % of it or more is reported as the harness's limit; none where it is not known.",
                fallback = "none")
        String ceiling,

        @Key(
                "What a rate has to meet: stable (at least 99.9 % of what is offered acknowledged, no loss, no growing backlog; always required), and bounds on latencies such as response.p99.")
        Map<String, String> objectives) {
    /** Names the objective that each search has. */
    public static final String STABLE = "stable";

    private static final String NONE = "none";
    private static final Duration MIN_DURATION = Duration.ofSeconds(3);

    public RateSearch {
        Check.key(
                "to",
                to.perSecond() > from.perSecond(),
                "to must be a higher rate than from (" + from + "), but is " + to,
                "from");
        Check.key(
                "precision",
                precision.ratio() >= 0.005 && precision.ratio() <= 0.5,
                "precision must be between 0.5 % and 50 %, but is " + precision);
        Check.key(
                "probe",
                probe.compareTo(MIN_DURATION) >= 0,
                "probe must be at least 3 s, but is " + DurationText.format(probe));
        Check.key(
                "decide",
                decide.compareTo(probe) >= 0,
                "decide must be at least as long as probe (%s), but is %s"
                        .formatted(DurationText.format(probe), DurationText.format(decide)),
                "probe");
        Check.key(
                "warmup",
                warmup.toMillis() >= 1000,
                "warmup must be at least 1 s, but is " + DurationText.format(warmup));
        if (!ceiling.equals(NONE)) {
            Rate.parse(ceiling);
        }
        objectives = Collections.unmodifiableMap(new LinkedHashMap<>(objectives));
        objectives.forEach(RateSearch::checkObjective);
    }

    /**
     * Refuses a text that is no objective.
     *
     * @throws IllegalArgumentException saying what one looks like
     */
    public static void checkObjective(String name, String value) {
        if (name.equals(STABLE)) {
            Check.that(value.equals("true"), "expected true, as every search requires it, but found '" + value + "'");
            return;
        }
        LatencyStatistic statistic = LatencyStatistic.parse(name);
        Check.that(
                statistic.phase().isEmpty(),
                "expected a statistic without a phase, as a trial of a search has only one");
        Check.that(DurationText.parse(value).isPositive(), "expected a latency above 0, but found '" + value + "'");
    }

    /** Returns the names that objectives usually have, for suggestions. */
    public static List<String> objectiveNames() {
        List<String> names = new ArrayList<>(List.of(STABLE));
        for (String metric : List.of("response", "end-to-end", "service", "send-to-receive")) {
            for (String statistic : List.of("mean", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99")) {
                names.add(metric + "." + statistic);
            }
        }
        return List.copyOf(names);
    }

    public Map<LatencyStatistic, Duration> bounds() {
        Map<LatencyStatistic, Duration> bounds = new LinkedHashMap<>();
        objectives.forEach((name, value) -> {
            if (!name.equals(STABLE)) {
                bounds.put(LatencyStatistic.parse(name), DurationText.parse(value));
            }
        });
        return bounds;
    }

    /** Returns the rate that the harness itself reaches, in messages per second; 0 where it is not known. */
    public double ceilingPerSecond() {
        return ceiling.equals(NONE) ? 0 : Rate.parse(ceiling).perSecond();
    }

    public List<String> objectiveTexts() {
        List<String> texts = new ArrayList<>(
                List.of("stable (at least 99.9 % of what is offered acknowledged, no loss, no growing backlog)"));
        bounds().forEach((statistic, max) -> texts.add(statistic + " up to " + DurationText.format(max)));
        return List.copyOf(texts);
    }
}

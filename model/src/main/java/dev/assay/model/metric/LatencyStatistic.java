package dev.assay.model.metric;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names a statistic of a latency in a measured phase of a trial, such as {@code response.p99}.
 *
 * @param percent which percentile; empty for the mean
 * @param phase the name of the phase; empty for the only one that is measured
 */
public record LatencyStatistic(LatencyMetric metric, OptionalDouble percent, Optional<String> phase) {
    /** Lists the percentiles that can be named, in per cent. */
    public static final List<Double> PERCENTS = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99);

    private static final String MEAN = "mean";

    /** Is part of the JSON Schema too, and must be valid there. */
    public static final String PATTERN = "(?:"
            + Arrays.stream(LatencyMetric.values()).map(LatencyMetric::tag).collect(Collectors.joining("|")) + ")\\.(?:"
            + MEAN + "|"
            + PERCENTS.stream()
                    .map(LatencyStatistic::percentile)
                    .map(name -> name.replace(".", "\\."))
                    .collect(Collectors.joining("|"))
            + ")(?:\\s+in\\s+[a-z0-9][a-z0-9-]{0,39})?";

    private static final Pattern PARTS = Pattern.compile("([^.]+)\\.(\\S+)(?:\\s+in\\s+(\\S+))?");

    public LatencyStatistic {
        if (percent.isPresent() && !PERCENTS.contains(percent.getAsDouble())) {
            throw new IllegalArgumentException(
                    "a percentile must be one of " + PERCENTS + ", but is " + percent.getAsDouble());
        }
    }

    /**
     * Reads a name such as {@code response.p99} or {@code end-to-end.mean in catch-up}.
     *
     * @throws IllegalArgumentException when the text is no such name
     */
    public static LatencyStatistic parse(String text) {
        Matcher parts = PARTS.matcher(text);
        if (!text.matches(PATTERN) || !parts.matches()) {
            throw new IllegalArgumentException("expected a statistic like response.p99 or end-to-end.mean, but found '"
                    + text + "'" + wrong(parts));
        }
        String name = parts.group(2);
        return new LatencyStatistic(
                LatencyMetric.ofTag(parts.group(1)),
                name.equals(MEAN) ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(name.substring(1))),
                Optional.ofNullable(parts.group(3)));
    }

    /** Says which part of a name is wrong, and what may stand there. */
    private static String wrong(Matcher parts) {
        List<String> metrics =
                Arrays.stream(LatencyMetric.values()).map(LatencyMetric::tag).toList();
        List<String> names = Stream.concat(Stream.of(MEAN), PERCENTS.stream().map(LatencyStatistic::percentile))
                .toList();
        if (!parts.matches()) {
            return ": write one of %s, a dot, and one of %s, then ' in PHASE' where several phases are measured"
                    .formatted(String.join(", ", metrics), String.join(", ", names));
        }
        if (!metrics.contains(parts.group(1))) {
            return ": '%s' is not one of %s".formatted(parts.group(1), String.join(", ", metrics));
        }
        return names.contains(parts.group(2))
                ? ": '%s' can't be the name of a phase".formatted(parts.group(3))
                : ": '%s' is not one of %s".formatted(parts.group(2), String.join(", ", names));
    }

    public LatencyStatistic withoutPhase() {
        return new LatencyStatistic(metric, percent, Optional.empty());
    }

    private static String percentile(double percent) {
        return "p"
                + new BigDecimal(Double.toString(percent)).stripTrailingZeros().toPlainString();
    }

    /** Returns the name without its latency and phase, such as {@code p99.9} or {@code mean}. */
    public String shortName() {
        return percent.isPresent() ? percentile(percent.getAsDouble()) : MEAN;
    }

    /** Returns the name that {@link #parse} reads. */
    @Override
    public String toString() {
        return metric.tag() + "." + shortName()
                + phase.map(name -> " in " + name).orElse("");
    }
}

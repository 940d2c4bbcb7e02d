package dev.assay.analysis.bottleneck;

import dev.assay.model.display.Figure;
import dev.assay.model.metric.MetricUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class BottleneckText {
    /** Stands in summaries where nothing was at its limit although everything could be judged. */
    public static final String NONE = "none";

    /** Stands in summaries where nothing was found and not everything could be judged. */
    public static final String NOT_KNOWN = "not-known";

    private static final double MEGA = 1e6;
    private static final double MILLIS = 1e3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private BottleneckText() {}

    /** Returns the resources at their limits, {@code nothing found}, or what is not known. */
    public static String headline(PhaseBottlenecks limits) {
        if (!limits.resources().isEmpty()) {
            return limits.resources().stream().map(BottleneckText::name).collect(Collectors.joining(", "));
        }
        return limits.noneFound()
                ? "nothing found"
                : "nothing found, but these could not be judged: "
                        + limits.notKnown().stream()
                                .map(unknown -> name(unknown.resource()))
                                .distinct()
                                .collect(Collectors.joining(", "));
    }

    /** Returns a line for each value at its limit, then for each reason why others could not be judged. */
    public static List<String> evidence(PhaseBottlenecks limits) {
        List<String> lines = new ArrayList<>();
        limits.reached().forEach(reached -> lines.add(sentence(reached)));
        Map<String, List<String>> unknown = new LinkedHashMap<>();
        limits.notKnown()
                .forEach(one -> unknown.computeIfAbsent(one.reason(), _ -> new ArrayList<>())
                        .add(name(one.resource()) + " (" + one.what() + ")"));
        unknown.forEach((reason, what) -> lines.add("not known: " + String.join(", ", what) + ": " + reason));
        return lines;
    }

    public static List<String> below(PhaseBottlenecks limits) {
        return limits.judged().stream()
                .filter(judged -> !judged.reached())
                .map(BottleneckText::sentence)
                .toList();
    }

    /** Returns a line for each value with a calibrated counterpart. */
    public static List<String> fractions(PhaseBottlenecks limits) {
        return Stream.concat(
                        limits.fractions().stream().map(BottleneckText::sentence),
                        limits.floors().stream().map(BottleneckText::sentence))
                .toList();
    }

    /**
     * Returns the resources for spreadsheets and scripts, such as {@code disk}, separated by spaces; or {@code none} or {@code
     * not-known}.
     */
    public static String resources(PhaseBottlenecks limits) {
        String resources = limits.resources().stream().map(Resource::tag).collect(Collectors.joining(" "));
        return resources.isEmpty() ? limits.noneFound() ? NONE : NOT_KNOWN : resources;
    }

    public static String sentence(BottleneckIndicator evidence) {
        String of = evidence.calibrated().isPresent()
                ? ", " + percent(evidence.value() / evidence.calibrated().getAsDouble()) + " of the "
                        + value(evidence.calibrated().getAsDouble(), evidence.unit()) + " calibrated"
                : "";
        String over = evidence.fractionOfTime().isPresent()
                ? ", reached in " + percent(evidence.fractionOfTime().getAsDouble()) + " of " + evidence.n() + " s"
                : ", n = " + count(evidence.n());
        return name(evidence.resource()) + ": " + evidence.what() + " "
                + value(evidence.value(), evidence.unit()) + of + " (limit "
                + value(evidence.threshold(), evidence.unit()) + over + ")";
    }

    private static String name(Resource resource) {
        return resource.tag().replace('-', ' ');
    }

    static String sentence(CalibratedFraction fraction) {
        return fraction.what() + " " + value(fraction.value(), fraction.unit()) + ": " + percent(fraction.fraction())
                + " of the " + value(fraction.calibrated(), fraction.unit()) + " that " + fraction.bound() + " (n = "
                + fraction.n() + " s)";
    }

    private static String sentence(FloorFraction floor) {
        return floor.metric().tag() + " p50 "
                + value(floor.medianNanos() / NANOS_PER_SECOND, MetricUnit.SECONDS) + ": " + percent(floor.fraction())
                + " of it is the harness floor of "
                + Figure.of("%,.1f us", floor.floorNanos() / NANOS_PER_MICRO) + " (n = "
                + count(floor.n()) + ")";
    }

    /** Formats a value with its unit, such as {@code 3.1 MB/s}. */
    public static String value(double value, MetricUnit unit) {
        return switch (unit) {
            case RATIO -> percent(value);
            case BYTES_PER_SECOND -> Figure.of("%,.1f MB/s", value / MEGA);
            case SECONDS -> Figure.of("%,.2f ms", value * MILLIS);
            case CORES -> Figure.of("%,.2f cores", value);
            case MESSAGES_PER_SECOND -> Figure.of("%,.0f msg/s", value);
            case PER_SECOND -> Figure.of("%,.1f/s", value);
            case MESSAGES -> Figure.of("%,.0f messages", value);
            case REQUESTS -> Figure.of("%,.0f requests", value);
            case BYTES, NONE -> Figure.of("%,.0f", value) + unit.symbol();
        };
    }

    private static String percent(double fraction) {
        return Figure.of(fraction < 0.1 ? "%.1f %%" : "%.0f %%", 100 * fraction);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

package dev.assay.analysis.experiment;

import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.capacity.PassRates;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.display.Figure;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

public final class CapacityText {
    private CapacityText() {}

    public static String sentence(CapacityRecord record) {
        String name = record.label() + (record.repetition() == 1 ? "" : " (search " + record.repetition() + ")") + ": ";
        return name + bounds(record) + limit(record);
    }

    private static String bounds(CapacityRecord record) {
        String lower = record.lowerPerSecond().map(CapacityText::rate).orElse("");
        String upper = record.upperPerSecond().map(CapacityText::rate).orElse("");
        return switch (record.state()) {
            case FOUND ->
                record.confirmations() == 0
                        ? "%s was met and %s missed, but %s was not confirmed (%s)"
                                .formatted(lower, upper, lower, trials(record))
                        : "sustained %s, %s; missed %s (%s in all)"
                                .formatted(lower, confirmed(record), upper, trials(record));
            case BELOW_RANGE ->
                "not even %s, the lowest rate of the search, was confirmed (%s)"
                        .formatted(rate(record.fromPerSecond()), trials(record));
            case ABOVE_RANGE ->
                record.confirmations() == 0
                        ? "%s, the highest rate of the search, was met, but not confirmed (%s)"
                                .formatted(lower, trials(record))
                        : "sustained %s, the highest rate of the search, so the limit is higher; %s (%s in all)"
                                .formatted(lower, confirmed(record), trials(record));
            case STOPPED -> "abandoned, %s; %s".formatted(record.reason(), soFar(upper));
            case UNDER_WAY -> "not finished; " + soFar(upper);
        };
    }

    /** Explains the confirmations by how seldom a rate at which half of the trials fail has as many. */
    private static String confirmed(CapacityRecord record) {
        int passes = record.confirmations();
        return "confirmed by %d trials in a row (where half of them fail, that happens once in %d)"
                .formatted(passes, 1L << passes);
    }

    private static String soFar(String upper) {
        return upper.isEmpty()
                ? "no rate confirmed or missed so far"
                : "no rate confirmed, " + upper + " missed so far";
    }

    private static String limit(CapacityRecord record) {
        if (record.ofHarness()) {
            return "; this is the limit of the harness and not of the system: it is %s of the %s that the harness itself reaches"
                    .formatted(
                            percent(record.lowerPerSecond().orElseThrow() / record.ceilingPerSecond()),
                            rate(record.ceilingPerSecond()));
        }
        return record.upperPerSecond().isEmpty() ? "" : "; limit: " + record.limit();
    }

    private static String trials(CapacityRecord record) {
        return record.trials().size() + " trials";
    }

    public static List<String> together(CapacityEstimate point) {
        List<String> lines = new ArrayList<>();
        lines.add(point.label() + ": " + capacity(point));
        point.passRates().ifPresent(rates -> lines.add(point.label() + ": " + passes(rates)));
        return lines;
    }

    private static String capacity(CapacityEstimate point) {
        int searches = point.searches().size();
        if (searches == 1) {
            return "one search, so where another on a new cluster would end is not known; three give an interval";
        }
        Readings readings = point.readings();
        String without = without(readings);
        Optional<Interval> interval = readings.interval();
        if (interval.isPresent()) {
            return "capacity %s at 95 %% (%d searches%s)"
                    .formatted(text(interval.get()), searches, without.isEmpty() ? "" : "; " + without);
        }
        String capacities = readings.rows().stream()
                .filter(row -> !row.lowerBound())
                .map(row -> digits(row.value()))
                .collect(Collectors.joining(", "));
        return "no interval of the capacity by %d searches%s%s"
                .formatted(
                        searches,
                        without.isEmpty() ? ", it takes three" : ": " + without,
                        capacities.isEmpty() ? "" : "; found " + capacities);
    }

    private static String without(Readings readings) {
        List<String> parts = new ArrayList<>();
        int below = readings.failed();
        if (below > 0) {
            parts.add("%d ended below the range, so it is open below".formatted(below));
        }
        long above = readings.rows().stream().filter(Reading::lowerBound).count();
        if (above > 0) {
            parts.add("%d ended at the top of the range or the harness's limit, so it is open above".formatted(above));
        }
        int abandoned = readings.uncounted().size() - below;
        if (abandoned > 0) {
            parts.add("%d abandoned, so it is open on both sides".formatted(abandoned));
        }
        return String.join("; ", parts);
    }

    private static String text(Interval interval) {
        boolean below = interval.low() > 0;
        boolean above = Double.isFinite(interval.high());
        String centre =
                interval.centre() > 0 && Double.isFinite(interval.centre()) ? digits(interval.centre()) + ", " : "";
        if (below && above) {
            return "%sfrom %s to %s"
                    .formatted(
                            centre,
                            digits(interval.low(), RoundingMode.DOWN),
                            digits(interval.high(), RoundingMode.UP));
        }
        if (below) {
            return centre + "at least " + digits(interval.low(), RoundingMode.DOWN);
        }
        return above ? centre + "at most " + digits(interval.high(), RoundingMode.UP) : centre + "open on both sides";
    }

    private static String passes(PassRates rates) {
        String where = !rates.r50().counts()
                ? "no interval: " + rates.r50().why()
                : rates.searches() == 1 ? "of this cluster alone" : "on a typical cluster";
        return "half of the trials pass at %s (R50), nine in ten at %s (R90); %d long trials of %d %s, %s"
                .formatted(
                        text(rates.r50()),
                        text(rates.r90()),
                        rates.trials(),
                        rates.searches(),
                        rates.searches() == 1 ? "search" : "searches",
                        where);
    }

    private static String text(Reading rate) {
        return rate.counts() ? text(rate.interval()) : digits(rate.value());
    }

    private static String digits(double perSecond) {
        return digits(perSecond, RoundingMode.HALF_EVEN);
    }

    private static String digits(double perSecond, RoundingMode mode) {
        return rate(new BigDecimal(perSecond)
                .round(MathContext.DECIMAL32)
                .round(new MathContext(4, mode))
                .doubleValue());
    }

    /** Formats a rate for people, such as {@code 19,640/s}. */
    public static String rate(double perSecond) {
        String text = perSecond < 100 && perSecond != Math.rint(perSecond)
                ? String.format(Locale.ROOT, "%.1f", perSecond)
                : Figure.of("%,.0f", perSecond);
        return text + "/s";
    }

    /** Formats a fraction for people, such as {@code 1.9 %}. */
    public static String percent(double fraction) {
        return Figure.of("%.1f %%", fraction * 100);
    }
}

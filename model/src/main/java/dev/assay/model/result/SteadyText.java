package dev.assay.model.result;

import dev.assay.model.result.SteadyRecord.Obstacle;
import dev.assay.model.result.SteadyRecord.SeriesRecord;
import dev.assay.model.result.SteadyRecord.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in one line what was seen of a steady state: the interval first, the word after. */
public final class SteadyText {
    private static final double TENFOLD = 9;
    private static final double QUARTER = 0.25;

    private SteadyText() {}

    /**
     * Returns {@code steady after 45 s: response p50 3.53 ms may change by −4 to +6 % in 20 s}, {@code still changing after 90
     * s: …}, or {@code not known to be steady after 90 s: …}; whose compilers could not be read stands at its end.
     */
    public static String of(SteadyRecord record) {
        String after = String.format(Locale.ROOT, "%s after %.0f s", word(record.state()), record.afterSeconds());
        if (record.reached() && record.series().stream().anyMatch(SteadyText::wide)) {
            after += "; p99 not known";
        }
        if (!record.obstacles().isEmpty()) {
            after +=
                    ": " + record.obstacles().stream().map(SteadyText::obstacle).collect(Collectors.joining(", "));
        }
        SeriesRecord telling = record.telling();
        after += record.obstacles().isEmpty() ? ": " : "; ";
        after += telling == null ? "no values came in" : series(telling, record.aheadSeconds());
        return record.unread().isEmpty()
                ? after
                : after + "; compilers of " + String.join(", ", record.unread()) + " could not be read";
    }

    public static String word(State state) {
        return switch (state) {
            case STEADY -> "steady";
            case CHANGING -> "still changing";
            case NOT_KNOWN -> "not known to be steady";
        };
    }

    /**
     * Returns the conditions that a phase waits for while it lasts: {@code compilers of broker-1 take 0.25 cores (steady below 0.050), 2
     * other JVMs compile, response p50 31.0 ms and falling, response p99 not steady}.
     */
    public static String waitingFor(SteadyRecord record) {
        List<String> parts = new ArrayList<>();
        List<Obstacle> compilers =
                record.obstacles().stream().filter(Obstacle::compilers).toList();
        compilers.stream()
                .max(Comparator.comparingDouble(Obstacle::value))
                .map(SteadyText::obstacle)
                .ifPresent(parts::add);
        if (compilers.size() > 1) {
            parts.add(compilers.size() == 2 ? "another JVM compiles" : compilers.size() - 1 + " other JVMs compile");
        }
        record.obstacles().stream()
                .filter(one -> !one.compilers())
                .map(SteadyText::obstacle)
                .forEach(parts::add);
        SeriesRecord telling = record.telling();
        if (telling == null || telling.values() < SeriesRecord.MIN_FIGURES) {
            parts.add("too early to tell");
        } else if (telling.state() != State.STEADY) {
            parts.add(
                    telling.state() == State.NOT_KNOWN
                            ? series(telling, record.aheadSeconds())
                            : level(telling) + (telling.high() < 0 ? " and falling" : " and rising"));
            record.series().stream()
                    .filter(one -> !one.equals(telling) && one.state() != State.STEADY)
                    .forEach(one -> parts.add(one.name() + " not steady"));
        } else if (parts.isEmpty()) {
            parts.add(
                    record.reached() ? "steady, to last a little longer" : "steady, to be confirmed by a second look");
        }
        return String.join(", ", parts);
    }

    /** Returns whether it is a p99 that may still change by more than a quarter. */
    private static boolean wide(SeriesRecord one) {
        return one.name().endsWith("p99") && Math.max(-one.low(), one.high()) > QUARTER;
    }

    private static String obstacle(Obstacle one) {
        if (one.unit().equals(Obstacle.OF_THE_TIME)) {
            return String.format(
                    Locale.ROOT,
                    "%s %.0f %% %s (steady below %.0f %%)",
                    one.what(),
                    100 * one.value(),
                    one.unit(),
                    100 * one.threshold());
        }
        return String.format(
                Locale.ROOT, "%s %.2g %s (steady below %.2g)", one.what(), one.value(), one.unit(), one.threshold());
    }

    private static String series(SeriesRecord one, double aheadSeconds) {
        return one.values() < SeriesRecord.MIN_FIGURES
                ? level(one) + " in " + one.values() + " s, too few to tell"
                : String.format(
                        Locale.ROOT,
                        "%s may change by %s in %.0f s",
                        level(one),
                        change(one.low(), one.high()),
                        aheadSeconds);
    }

    private static String level(SeriesRecord one) {
        return String.format(Locale.ROOT, "%s %.3g %s", one.name(), one.level(), one.unit());
    }

    /** Returns the interval of a change as people read it, of fractions: {@code -45 to +20 %}. Beyond tenfold its size says nothing. */
    public static String change(double low, double high) {
        if (low > TENFOLD) {
            return "more than +900 %";
        }
        return high > TENFOLD
                ? String.format(Locale.ROOT, "%+.0f to more than +900 %%", low * 100)
                : String.format(Locale.ROOT, "%+.0f to %+.0f %%", low * 100, high * 100);
    }
}

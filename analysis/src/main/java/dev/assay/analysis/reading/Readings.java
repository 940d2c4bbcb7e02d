package dev.assay.analysis.reading;

import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * @param rows those that count
 * @param uncounted those that do not count, with their reasons
 */
public record Readings(Statistic statistic, List<Reading> rows, List<Reading> uncounted) {
    public Readings {
        rows = List.copyOf(rows);
        uncounted = List.copyOf(uncounted);
    }

    public static Readings of(Statistic statistic, List<Reading> all) {
        return new Readings(
                statistic,
                all.stream().filter(Reading::counts).toList(),
                all.stream().filter(row -> !row.counts()).toList());
    }

    public int failed() {
        return (int) uncounted.stream()
                .filter(row -> row.outcome() == Outcome.FAILED)
                .count();
    }

    public List<Double> values() {
        return rows.stream().map(Reading::value).toList();
    }

    public int n() {
        return rows.size();
    }

    /** Returns the typical value: the median, or for capacities {@link Interval#typicalRatio}; empty without values. */
    public OptionalDouble typical() {
        if (statistic.equals(Statistic.CAPACITY)) {
            Optional<Interval> interval = interval().filter(range -> range.centre() > 0);
            if (interval.isPresent()) {
                return OptionalDouble.of(interval.get().centre());
            }
        }
        return typical(statistic, values());
    }

    /** Returns the readings that were left out and have a value, to be shown only. */
    public Readings withheld() {
        return new Readings(
                statistic,
                uncounted.stream()
                        .filter(row -> row.outcome() == Outcome.LEFT_OUT && row.value() > 0)
                        .toList(),
                List.of());
    }

    /**
     * Returns the interval of the typical value; empty below three values, except for a single search for capacity. The interval of
     * capacities includes the range of each search. A search that ended below its range, or was abandoned, counts with what is known
     * of it: whether trials show anything depends on whether they met their rate, so to leave it out would be to select by values.
     */
    public Optional<Interval> interval() {
        if (!statistic.equals(Statistic.CAPACITY)) {
            return Interval.of(values());
        }
        List<Interval> ranges = new ArrayList<>();
        rows.forEach(row -> ranges.add(row.interval()));
        for (Reading other : uncounted) {
            if (other.outcome() == Outcome.FAILED && Double.isNaN(other.high())) {
                ranges.add(new Interval(0, 0, 0));
            } else if (other.outcome() != Outcome.NOT_RUN) {
                ranges.add(new Interval(0, 0, Double.isNaN(other.high()) ? Double.POSITIVE_INFINITY : other.high()));
            }
        }
        return ranges.isEmpty() ? Optional.empty() : Interval.ofRanges(ranges);
    }

    public static Interval typicalOf(Statistic statistic, List<Interval> places) {
        return new Interval(
                typical(statistic, places, Interval::low),
                typical(statistic, places, Interval::centre),
                typical(statistic, places, Interval::high));
    }

    private static double typical(Statistic statistic, List<Interval> places, Function<Interval, Double> of) {
        return typical(statistic, places.stream().map(of).toList()).orElseThrow();
    }

    private static OptionalDouble typical(Statistic statistic, List<Double> values) {
        return statistic.equals(Statistic.CAPACITY) && !values.isEmpty()
                ? OptionalDouble.of(Interval.typicalRatio(values))
                : median(values);
    }

    /** Returns the median of the values of trials, each of which is one sample; empty without values. */
    public static OptionalDouble median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? OptionalDouble.empty() : OptionalDouble.of((sorted[(n - 1) / 2] + sorted[n / 2]) / 2);
    }
}

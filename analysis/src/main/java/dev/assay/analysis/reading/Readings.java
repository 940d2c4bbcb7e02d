package dev.assay.analysis.reading;

import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What counts of the same statistic of several trials, which are one sample each.
 *
 * @param failed how many more failed, which have no value
 */
public record Readings(Statistic statistic, List<Reading> rows, int failed) {
    public Readings {
        rows = List.copyOf(rows);
    }

    /** As measured. */
    public List<Double> values() {
        return rows.stream().map(Reading::value).toList();
    }

    /** How many there are. */
    public int n() {
        return rows.size();
    }

    /** What stands for the values: their median, of capacities {@link Interval#typicalRatio}; empty without any. */
    public OptionalDouble typical() {
        return typical(statistic, values());
    }

    /**
     * Where the typical value lies; empty below three values, but for a single search for capacity. The interval of capacities includes the range
     * of each, with that of a search below whose range it lies.
     */
    public Optional<Interval> interval() {
        if (!statistic.equals(Statistic.CAPACITY)) {
            return Interval.of(values());
        }
        List<Interval> ranges = new ArrayList<>(Collections.nCopies(failed, new Interval(0, 0, 0)));
        rows.forEach(row -> ranges.add(row.interval()));
        return ranges.isEmpty() ? Optional.empty() : Interval.ofRanges(ranges);
    }

    /** What stands for the lower ends, centres and upper ends of places, of at least one trial. */
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

    /** The median of values of trials, which are one sample each; empty without any. */
    public static OptionalDouble median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? OptionalDouble.empty() : OptionalDouble.of((sorted[(n - 1) / 2] + sorted[n / 2]) / 2);
    }
}

package dev.assay.analysis.history;

import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.comparison.ComparedStatistic;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The same measurement in run after run.
 *
 * @param points oldest first
 * @param trends of each statistic that any point has
 */
public record HistorySeries(SeriesKey key, List<HistoryPoint> points, List<Trend> trends) {
    /**
     * How one statistic went from run to run: described, not tested.
     *
     * @param medians of the runs that have it, oldest first; at least one, in the unit of the statistic
     */
    public record Trend(HistoryStatistic statistic, List<Double> medians) {
        public Trend {
            medians = List.copyOf(medians);
            if (medians.isEmpty()) {
                throw new IllegalArgumentException("a trend needs at least one run, but medians is empty");
            }
        }

        /** How many runs have it. */
        public int runs() {
            return medians.size();
        }

        /** The median of all but the last run; empty where there is no other. */
        public OptionalDouble before() {
            return ComparedStatistic.median(earlier());
        }

        /** The least of all but the last run, of which there are some. */
        public double minBefore() {
            return Collections.min(earlier());
        }

        /** The largest of all but the last run, of which there are some. */
        public double maxBefore() {
            return Collections.max(earlier());
        }

        private List<Double> earlier() {
            return medians.subList(0, medians.size() - 1);
        }
    }

    public HistorySeries {
        points = List.copyOf(points);
        trends = List.copyOf(trends);
    }

    static HistorySeries of(SeriesKey key, List<HistoryPoint> points) {
        Set<HistoryStatistic> statistics = new LinkedHashSet<>();
        points.forEach(point -> statistics.addAll(point.statistics()));
        return new HistorySeries(
                key,
                points,
                statistics.stream()
                        .map(statistic -> new Trend(
                                statistic,
                                points.stream()
                                        .flatMap(point -> point.typical(statistic).stream()
                                                .boxed())
                                        .toList()))
                        .toList());
    }
}

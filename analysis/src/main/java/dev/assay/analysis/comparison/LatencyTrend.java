package dev.assay.analysis.comparison;

import dev.assay.analysis.reading.Readings;
import dev.assay.model.result.Interval;
import dev.assay.model.spec.KeyNames;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds how latencies of one system depend on a dimension whose values are numbers, such as partitions, while everything else
 * stays.
 *
 * @param dimension its path, such as {@code workload.partitions}
 * @param condition what else distinguishes its trials from others, such as another dimension or the phase; empty for nothing
 * @param level the durability level of all of its trials
 * @param lines one for each statistic
 * @param leftOut reasons why trials do not count, with their numbers; a trial that lacks several statistics counts once for the
 *     same reason
 */
public record LatencyTrend(
        String dimension,
        String system,
        String condition,
        String level,
        List<Line> lines,
        SortedMap<String, Integer> leftOut) {
    /**
     * @param statistic such as {@code response.p99}
     * @param points by rising value of the dimension; values without a trial that counts have none
     */
    public record Line(String statistic, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * @param value of the dimension, for axes
     * @param text the value as the scenario states it
     * @param latencies of the trials that count, in the order in which they were measured
     */
    public record Point(double value, String text, Readings latencies) {
        public Point {
            if (latencies.n() == 0) {
                throw new IllegalArgumentException("a point needs at least one trial, but latencies is empty");
            }
        }

        /** Returns the typical latency in nanoseconds: the middle of the interval where there is one, otherwise the median. */
        public double centre() {
            return interval().map(Interval::centre).orElseGet(latencies.typical()::orElseThrow);
        }

        /** Returns the interval of the typical latency over trials; empty below three. */
        public Optional<Interval> interval() {
            return latencies.interval();
        }
    }

    public LatencyTrend {
        lines = List.copyOf(lines);
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    }

    /** Returns the dimension for people, such as {@code partitions}. */
    public String name() {
        return KeyNames.alone(dimension);
    }

    public String subject() {
        return condition.isEmpty() ? system : system + ", " + condition;
    }
}

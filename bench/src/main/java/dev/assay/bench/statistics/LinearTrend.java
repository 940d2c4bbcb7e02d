package dev.assay.bench.statistics;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A straight line through readings over time, by ordinary least squares (Draper and Smith, Applied Regression Analysis,
 * 3rd edition, chapter 1).
 *
 * @param slope growth in the reading's unit per unit of time
 * @param halfWidth of the 95 % confidence interval of the slope
 * @param points number of readings
 */
public record LinearTrend(double slope, double halfWidth, int points) {
    private static final double UPPER_TAIL = 0.975;
    private static final int MIN = 3;

    /** One reading. */
    public record Point(double time, double value) {}

    /**
     * Fits the line.
     *
     * @throws IllegalArgumentException when there are fewer than 3 readings
     */
    public static LinearTrend of(List<Point> points) {
        int n = points.size();
        if (n < MIN) {
            throw new IllegalArgumentException("a line with an interval needs " + MIN + " readings, but has " + n);
        }
        double meanTime = points.stream().mapToDouble(Point::time).average().orElseThrow();
        double meanValue = points.stream().mapToDouble(Point::value).average().orElseThrow();
        double squares = 0;
        double products = 0;
        for (Point point : points) {
            squares += square(point.time() - meanTime);
            products += (point.time() - meanTime) * (point.value() - meanValue);
        }
        double slope = products / squares;
        double rest = 0;
        for (Point point : points) {
            rest += square(point.value() - meanValue - slope * (point.time() - meanTime));
        }
        double error = Math.sqrt(rest / (n - 2) / squares);
        double quantile = TDistribution.of(n - 2).inverseCumulativeProbability(UPPER_TAIL);
        return new LinearTrend(slope, quantile * error, n);
    }

    /**
     * Means of so many readings each, so that neighbours, which resemble each other, count as the one reading that they
     * nearly are; an incomplete block at the end is left out.
     */
    public static List<Point> blocks(List<Point> points, int size) {
        List<Point> means = new ArrayList<>();
        for (int from = 0; from + size <= points.size(); from += size) {
            List<Point> block = points.subList(from, from + size);
            means.add(new Point(
                    block.stream().mapToDouble(Point::time).average().orElseThrow(),
                    block.stream().mapToDouble(Point::value).average().orElseThrow()));
        }
        return means;
    }

    private static double square(double value) {
        return value * value;
    }
}

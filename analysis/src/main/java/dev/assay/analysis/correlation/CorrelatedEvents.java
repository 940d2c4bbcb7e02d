package dev.assay.analysis.correlation;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.correlation.LatencySpike.Beside;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Series.Track;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * What coincided with the spikes of a phase. A series stands out in a spike where its highest value then is above that of every
 * calm second. Of as many calm seconds as there are, one series in that many does so by chance, so how many series were looked at is
 * part of the result; and one is called recurring only where chance would hardly bring about as many hits.
 *
 * @param usualP99Nanos the median of the p99 of all seconds
 * @param spikes in order of time
 * @param recurring what stood out again and again, most often first
 * @param looked how many series were looked at
 * @param calm how many calm seconds they were held against
 */
public record CorrelatedEvents(
        long usualP99Nanos, List<LatencySpike> spikes, List<Recurring> recurring, int looked, int calm) {
    /** A second is a spike from that multiple of the median on... */
    static final double MULTIPLE = 3;

    /** ... if it is that much above it as well. */
    static final long MIN_NANOS = 1_000_000;

    /** Of fewer calm seconds nothing can be said. */
    static final int MIN_CALM = 15;

    /** A series that hardly moves does not stand out, however calm it is otherwise. */
    private static final double STANDS_OUT = 1.5;

    private static final double CHANCE = 0.05;
    private static final int MIN_SPIKES = 2;

    /** They follow from the load, or say where it went, and not why. */
    private static final Set<Metric> OF_THE_LOAD = Set.of(
            Metrics.OFFERED,
            Metrics.SENT,
            Metrics.ACKED,
            Metrics.FAILED,
            Metrics.RECEIVED,
            Metrics.BACKLOG,
            Metrics.NODE_WRITES,
            Metrics.NODE_HANDLERS_IDLE,
            Metrics.CLIENT_BATCHES,
            Metrics.CLIENT_BATCH_MESSAGES,
            Metrics.CLIENT_BATCH_BYTES,
            Metrics.CLIENT_BUFFER_AVAILABLE,
            Metrics.CLIENT_PENDING,
            Metrics.CLIENT_FETCH_MESSAGES,
            Metrics.PROCESS_MEMORY,
            Metrics.HOST_MEMORY_AVAILABLE,
            Metrics.HOST_CLOCK_DRIFT,
            Metrics.HOST_CLOCK_CORRECTION,
            Metrics.HOST_CLOCK_ERROR);

    /**
     * A series that stood out in several spikes.
     *
     * @param hits in how many
     */
    public record Recurring(Metric metric, Labels labels, int hits) {}

    public CorrelatedEvents {
        spikes = List.copyOf(spikes);
        recurring = List.copyOf(recurring);
    }

    /** What coincided in that phase; empty where there are too few calm seconds, or only extremes of several seconds are known. */
    public static Optional<CorrelatedEvents> of(TrialAnalysis trial, Phase phase) {
        List<Point> points = trial.overTime().stream()
                .filter(line ->
                        line.metric() == LatencyMetric.RESPONSE && line.group().isEmpty())
                .map(LatencyLine::points)
                .flatMap(List::stream)
                .filter(point -> phase.hasSecondUpTo(point.seconds()) && point.samples() > 0)
                .toList();
        if (trial.secondsPerPoint() > 1 || points.isEmpty()) {
            return Optional.empty();
        }
        long usual = (long) median(points.stream().mapToDouble(Point::p99Nanos));
        List<List<Point>> spikes = spikes(points, usual);
        double[] calm = points.stream()
                .mapToDouble(Point::seconds)
                .filter(second -> spikes.stream()
                        .flatMap(List::stream)
                        .noneMatch(spike -> Math.abs(spike.seconds() - second) < 2))
                .toArray();
        return calm.length < MIN_CALM ? Optional.empty() : Optional.of(new Search(trial, calm).result(usual, spikes));
    }

    private static List<List<Point>> spikes(List<Point> points, long usual) {
        List<List<Point>> spikes = new ArrayList<>();
        for (Point point : points) {
            if (point.p99Nanos() >= MULTIPLE * usual && point.p99Nanos() >= usual + MIN_NANOS) {
                boolean goesOn = !spikes.isEmpty()
                        && point.seconds() - spikes.getLast().getLast().seconds() < 2;
                if (!goesOn) {
                    spikes.add(new ArrayList<>());
                }
                spikes.getLast().add(point);
            }
        }
        return spikes;
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** Goes through all series. */
    private static final class Search {
        private final double[] seconds;
        private final double[] calm;
        private final List<Watched> watched;

        /** A series with what it does in calm seconds. */
        private record Watched(Track track, double highest, double usual) {}

        Search(TrialAnalysis trial, double[] calm) {
            this.seconds = trial.series().seconds().toArray();
            this.calm = calm;
            this.watched = trial.series().tracks().stream()
                    .filter(track -> !OF_THE_LOAD.contains(track.metric()))
                    .flatMap(track -> watch(track).stream())
                    .toList();
        }

        private Optional<Watched> watch(Track track) {
            double[] values = track.values().toArray();
            double[] inCalm = Arrays.stream(calm)
                    .mapToObj(second -> highest(values, second - 1, second))
                    .filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble)
                    .toArray();
            return inCalm.length < MIN_CALM
                    ? Optional.empty()
                    : Optional.of(new Watched(
                            track, Arrays.stream(inCalm).max().orElseThrow(), median(Arrays.stream(inCalm))));
        }

        /** A value is of the second before its instant, so that those up to a second later still overlap. */
        private OptionalDouble highest(double[] values, double from, double to) {
            return IntStream.range(0, values.length)
                    .filter(i -> seconds[i] > from && seconds[i] < to + 1 && !Double.isNaN(values[i]))
                    .mapToDouble(i -> values[i])
                    .max();
        }

        CorrelatedEvents result(long usual, List<List<Point>> found) {
            List<LatencySpike> spikes = found.stream().map(this::spike).toList();
            List<Recurring> recurring = watched.stream()
                    .map(one -> new Recurring(one.track().metric(), one.track().labels(), hits(one, spikes)))
                    .filter(one -> one.hits() >= MIN_SPIKES && !byChance(one.hits(), spikes.size()))
                    .sorted(Comparator.comparingInt(Recurring::hits).reversed())
                    .toList();
            return new CorrelatedEvents(usual, spikes, recurring, watched.size(), calm.length);
        }

        private LatencySpike spike(List<Point> points) {
            Point worst = points.stream()
                    .max(Comparator.comparingLong(Point::p99Nanos))
                    .orElseThrow();
            double from = points.getFirst().seconds() - 1;
            double to = points.getLast().seconds();
            List<Beside> with = watched.stream()
                    .flatMap(one -> beside(one, worst).stream())
                    .sorted(Comparator.comparingDouble(Search::factor).reversed())
                    .toList();
            return new LatencySpike(from, to, worst.p99Nanos(), worst.samples(), with);
        }

        /** In the worst second alone: a longer time would have more chances than a calm second has. */
        private Optional<Beside> beside(Watched one, Point worst) {
            return highest(one.track().values().toArray(), worst.seconds() - 1, worst.seconds()).stream()
                    .filter(value -> value > one.highest() && value >= STANDS_OUT * one.usual())
                    .mapToObj(value ->
                            new Beside(one.track().metric(), one.track().labels(), value, one.usual()))
                    .findFirst();
        }

        private static double factor(Beside beside) {
            return beside.usual() > 0 ? beside.value() / beside.usual() : Double.MAX_VALUE;
        }

        private static int hits(Watched one, List<LatencySpike> spikes) {
            return (int) spikes.stream()
                    .filter(spike -> spike.with().stream()
                            .anyMatch(beside -> beside.metric()
                                            .equals(one.track().metric())
                                    && beside.labels().equals(one.track().labels())))
                    .count();
        }

        /**
         * Whether so many hits are nothing much among as many series. The highest of calm and spike is the spike's with 1 / (calm + 1),
         * should one second be like another; all series are counted for (Bonferroni).
         */
        private boolean byChance(int hits, int spikes) {
            double each = 1.0 / (calm.length + 1);
            double tail = 1 - BinomialDistribution.of(spikes, each).cumulativeProbability(hits - 1);
            return tail * watched.size() >= CHANCE;
        }
    }
}

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
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Finds what coincided with the latency spikes of a phase. A series stands out in a spike where it is further above its own level
 * than in every calm second. Its level is the median of the surrounding seconds, so that neither a trend nor a slow movement
 * stands out.
 *
 * <p>The effect of chance is estimated by shifting all series together against the spikes, by every number of seconds and around
 * the end of the phase: each series keeps its own course and what it has in common with the others, but loses its relation to the
 * spikes. A series recurs only where in no more than 5 % of these shifts any series at all has as many hits (the largest of all
 * statistics, after Westfall and Young, Resampling-Based Multiple Testing, 1993, section 2.6).
 *
 * @param usualP99Nanos the median of the p99 of all seconds
 * @param spikes in order of time
 * @param recurring series that stood out in several spikes, most often first
 * @param looked the number of series examined
 * @param calm the number of calm seconds that spikes were compared with
 * @param byChance how many series stand out beside a spike on average over all shifts
 */
public record CorrelatedEvents(
        long usualP99Nanos,
        List<LatencySpike> spikes,
        List<Recurring> recurring,
        int looked,
        int calm,
        double byChance) {
    /** A second is a spike if its p99 is at least this multiple of the median, and exceeds it by {@link #MIN_NANOS}. */
    static final double MULTIPLE = 3;

    static final long MIN_NANOS = 1_000_000;

    /** With fewer calm seconds nothing can be concluded. */
    static final int MIN_CALM = 15;

    /**
     * A series has to be above its level by this fraction of its usual value, so that one that hardly moves does not stand out,
     * however calm it is otherwise.
     */
    private static final double STANDS_OUT = 0.5;

    private static final double CHANCE = 0.05;
    private static final int MIN_SPIKES = 2;

    /** The level of a second is the median of the seconds up to so many before and after it. */
    private static final int LEVEL_SECONDS = 10;

    /** A value is of the second before its instant, and counts for each second of which it covers a tenth. */
    private static final double OVERLAP = 0.9;

    private static final int MAX_SHIFTS = 1_000;

    /** These metrics follow from the load, or say where it went, and do not explain it. */
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
     * @param hits the number of these spikes
     * @param p the fraction of shifts, the unshifted one included, in which any series has as many hits
     */
    public record Recurring(Metric metric, Labels labels, int hits, double p) {}

    public CorrelatedEvents {
        spikes = List.copyOf(spikes);
        recurring = List.copyOf(recurring);
    }

    /** Finds what coincided in a phase; empty where there are too few calm seconds, or only extremes of several seconds are known. */
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
        Search search = new Search(trial, points, spikes);
        return search.calmSeconds() < MIN_CALM ? Optional.empty() : Optional.of(search.result(usual));
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

    private static final class Search {
        private final List<Point> points;
        private final List<List<Point>> spikes;
        private final boolean[] calm;
        /** Holds for each second the index of the spike whose worst second it is, or -1. */
        private final int[] worst;

        private final List<Watched> watched;

        private static final class Watched {
            private final Track track;
            /** Holds NaN for a second without a value. */
            private final double[] values;

            private final double[] above;
            /** Lists the seconds that have a value, the one furthest above its level first. */
            private final int[] order;
            /** Holds the median of calm seconds. */
            private final double usual;

            Watched(Track track, double[] values, double[] above, double usual) {
                this.track = track;
                this.values = values;
                this.above = above;
                this.usual = usual;
                this.order = IntStream.range(0, values.length)
                        .filter(i -> !Double.isNaN(above[i]))
                        .boxed()
                        .sorted(Comparator.comparingDouble((Integer i) -> above[i])
                                .reversed())
                        .mapToInt(i -> i)
                        .toArray();
            }
        }

        Search(TrialAnalysis trial, List<Point> points, List<List<Point>> spikes) {
            this.points = points;
            this.spikes = spikes;
            this.calm = new boolean[points.size()];
            this.worst = new int[points.size()];
            for (int i = 0; i < calm.length; i++) {
                double second = points.get(i).seconds();
                calm[i] = spikes.stream()
                        .flatMap(List::stream)
                        .noneMatch(spike -> Math.abs(spike.seconds() - second) < 2);
                worst[i] = -1;
            }
            for (int spike = 0; spike < spikes.size(); spike++) {
                worst[points.indexOf(worst(spikes.get(spike)))] = spike;
            }
            double[] seconds = trial.series().seconds().toArray();
            this.watched = trial.series().tracks().stream()
                    .filter(track -> !OF_THE_LOAD.contains(track.metric()))
                    .flatMap(track -> watch(track, seconds).stream())
                    .toList();
        }

        int calmSeconds() {
            return (int) IntStream.range(0, calm.length).filter(i -> calm[i]).count();
        }

        private static Point worst(List<Point> spike) {
            return spike.stream().max(Comparator.comparingLong(Point::p99Nanos)).orElseThrow();
        }

        private Optional<Watched> watch(Track track, double[] seconds) {
            double[] values = bySecond(track.values().toArray(), seconds);
            double[] inCalm = IntStream.range(0, values.length)
                    .filter(i -> calm[i] && !Double.isNaN(values[i]))
                    .mapToDouble(i -> values[i])
                    .toArray();
            if (inCalm.length < MIN_CALM) {
                return Optional.empty();
            }
            double[] above = IntStream.range(0, values.length)
                    .mapToDouble(i -> values[i] - level(values, i))
                    .toArray();
            return Optional.of(new Watched(track, values, above, median(Arrays.stream(inCalm))));
        }

        private double[] bySecond(double[] values, double[] instants) {
            double[] highest = new double[points.size()];
            int from = 0;
            for (int i = 0; i < highest.length; i++) {
                double second = points.get(i).seconds();
                while (from < instants.length && instants[from] < second - OVERLAP) {
                    from++;
                }
                highest[i] = Double.NaN;
                for (int at = from; at < instants.length && instants[at] <= second + OVERLAP; at++) {
                    if (!Double.isNaN(values[at]) && !(highest[i] >= values[at])) {
                        highest[i] = values[at];
                    }
                }
            }
            return highest;
        }

        /** Takes as many seconds before as after, so that no second of a straight line is above its level, even near its ends. */
        private static double level(double[] values, int at) {
            int side = Math.min(LEVEL_SECONDS, Math.min(at, values.length - 1 - at));
            return median(IntStream.rangeClosed(at - side, at + side)
                    .mapToDouble(i -> values[i])
                    .filter(value -> !Double.isNaN(value)));
        }

        CorrelatedEvents result(long usual) {
            int n = points.size();
            int step = (n - 1) / MAX_SHIFTS + 1;
            int[] hits = watched.stream().mapToInt(one -> hits(one, 0).size()).toArray();
            List<Integer> largest = new ArrayList<>();
            double shifted = 0;
            for (int shift = 0; shift < n && !spikes.isEmpty(); shift += step) {
                int most = 0;
                for (Watched one : watched) {
                    int count = hits(one, shift).size();
                    most = Math.max(most, count);
                    shifted += shift == 0 ? 0 : count;
                }
                largest.add(most);
            }
            List<Recurring> recurring = IntStream.range(0, hits.length)
                    .filter(i -> hits[i] >= MIN_SPIKES)
                    .mapToObj(i -> new Recurring(
                            watched.get(i).track.metric(),
                            watched.get(i).track.labels(),
                            hits[i],
                            largest.stream().filter(most -> most >= hits[i]).count() / (double) largest.size()))
                    .filter(one -> one.p() <= CHANCE)
                    .sorted(Comparator.comparingInt(Recurring::hits).reversed())
                    .toList();
            double byChance = largest.size() < 2 ? 0 : shifted / (largest.size() - 1) / spikes.size();
            return new CorrelatedEvents(usual, latencySpikes(), recurring, watched.size(), calmSeconds(), byChance);
        }

        /**
         * Returns the indices of the spikes in whose worst second a series stands out.
         *
         * @param shift the seconds by which its values are delayed
         */
        private List<Integer> hits(Watched one, int shift) {
            List<Integer> hits = new ArrayList<>();
            double lowest = Double.POSITIVE_INFINITY;
            int ties = 0;
            for (int at : one.order) {
                double above = one.above[at];
                if (!(above > 0) || above < STANDS_OUT * Math.abs(one.usual)) {
                    return hits;
                }
                if (above < lowest) {
                    lowest = above;
                    ties = hits.size();
                }
                int second = Math.floorMod(at - shift, calm.length);
                if (calm[second]) {
                    // A series that is only as high as in a calm second does not stand out.
                    return hits.subList(0, ties);
                }
                if (worst[second] >= 0) {
                    hits.add(worst[second]);
                }
            }
            return hits;
        }

        private List<LatencySpike> latencySpikes() {
            List<List<Beside>> with = new ArrayList<>();
            spikes.forEach(_ -> with.add(new ArrayList<>()));
            for (Watched one : watched) {
                for (int spike : hits(one, 0)) {
                    double value = one.values[points.indexOf(worst(spikes.get(spike)))];
                    with.get(spike).add(new Beside(one.track.metric(), one.track.labels(), value, one.usual));
                }
            }
            List<LatencySpike> all = new ArrayList<>();
            for (int i = 0; i < spikes.size(); i++) {
                List<Point> spike = spikes.get(i);
                with.get(i).sort(Comparator.comparingDouble(Search::factor).reversed());
                all.add(new LatencySpike(
                        spike.getFirst().seconds() - 1,
                        spike.getLast().seconds(),
                        worst(spike).p99Nanos(),
                        worst(spike).samples(),
                        with.get(i)));
            }
            return all;
        }

        private static double factor(Beside beside) {
            return beside.usual() > 0 ? beside.value() / beside.usual() : Double.MAX_VALUE;
        }
    }
}

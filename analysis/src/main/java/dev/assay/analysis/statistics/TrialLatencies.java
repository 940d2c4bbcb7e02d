package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.EventWindow.Window;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.analysis.statistics.PhaseLatencies.Samples;
import dev.assay.analysis.statistics.SampleStatistics.Of;
import dev.assay.host.file.RecordJson;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedHiccups;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.timeline.Phase;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the histograms of all seconds of a trial come to. Unpacking them takes nearly all of the time in which a trial is read, so
 * this is kept beside them.
 *
 * @param basis what it was computed from but the histograms, and by which version
 * @param within for each phase the number of responses in it by the clock, whatever phase their messages belong to
 * @param lines none without points
 */
record TrialLatencies(
        String basis,
        List<Sum> sums,
        List<WindowSum> windowSums,
        List<Double> within,
        List<Line> lines,
        List<LatencyHeatMap> heatMaps,
        List<Hiccups> hiccups,
        List<Events> events) {
    /** To be raised when the same trial gives anything else, as what an older version kept is computed anew then. */
    static final int VERSION = 1;

    private static final int BATCH = 512;

    /** Holds all samples of a phase's messages; the subscription is empty for metrics without. */
    record Sum(
            String phase,
            LatencyMetric metric,
            String subscription,
            Histogram histogram,
            long negatives,
            long worstNegativeNanos) {}

    /** @param window its index among all windows of the trial's events */
    record WindowSum(int window, LatencyMetric metric, Histogram histogram) {}

    /** @param phase its index */
    record Hiccups(int phase, String worker, Histogram histogram) {}

    /** @param counts the number of separate events above each percentile */
    record Events(String phase, LatencyMetric metric, String subscription, List<Double> counts) {}

    /** @param packed six values of eight bytes for each point, in Base64 */
    record Line(LatencyMetric metric, String group, String packed) {
        private static final int POINT_BYTES = 6 * Long.BYTES;

        Line {
            if (Base64.getDecoder().decode(packed).length % POINT_BYTES != 0) {
                throw new IllegalArgumentException("each point of a line has " + POINT_BYTES + " bytes");
            }
        }

        static String packed(List<Point> points) {
            ByteBuffer buffer = ByteBuffer.allocate(POINT_BYTES * points.size());
            points.forEach(point -> buffer.putDouble(point.seconds())
                    .putLong(point.samples())
                    .putDouble(point.meanNanos())
                    .putLong(point.p50Nanos())
                    .putLong(point.p99Nanos())
                    .putLong(point.maxNanos()));
            return Base64.getEncoder().encodeToString(buffer.array());
        }

        LatencyLine unpack() {
            ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(packed));
            List<Point> points = new ArrayList<>();
            while (buffer.hasRemaining()) {
                points.add(new Point(
                        buffer.getDouble(),
                        buffer.getLong(),
                        buffer.getDouble(),
                        buffer.getLong(),
                        buffer.getLong(),
                        buffer.getLong()));
            }
            return new LatencyLine(metric, group, points);
        }
    }

    /**
     * Returns what was kept of a trial if it is of all this, otherwise reads every second and keeps that.
     *
     * @param windows of all its events, which get their samples
     */
    static TrialLatencies of(
            StoredTrial stored, LiveSubscriptions liveSubscriptions, List<Window> windows, int secondsPerPoint) {
        String basis = basis(stored.trial(), windows, secondsPerPoint);
        TrialLatencies latencies =
                stored.kept().flatMap(text -> kept(text, basis)).orElse(null);
        if (latencies == null) {
            latencies = new Reader(stored.trial(), liveSubscriptions, windows, secondsPerPoint).read(basis, stored);
            stored.keep(RecordJson.text(latencies));
        }
        latencies.windowSums().forEach(sum -> windows.get(sum.window()).add(sum.metric(), sum.histogram()));
        return latencies;
    }

    private static String basis(TrialRecord trial, List<Window> windows, int secondsPerPoint) {
        return "version " + VERSION + ", " + secondsPerPoint + " s a point, windows "
                + windows.stream()
                        .map(window -> window.fromSeconds() + " to " + window.toSeconds())
                        .toList()
                + ", " + RecordJson.text(trial.course());
    }

    private static Optional<TrialLatencies> kept(String text, String basis) {
        try {
            TrialLatencies kept = RecordJson.record(text, TrialLatencies.class);
            return kept.basis().equals(basis) ? Optional.of(kept) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // Another version's is not needed.
        }
    }

    PhaseLatencies of(Phase phase, LiveSubscriptions liveSubscriptions) {
        PhaseLatencies latencies = new PhaseLatencies();
        sums.stream()
                .filter(sum -> sum.phase().equals(phase.name()))
                .forEach(sum -> latencies.add(
                        sum.metric(),
                        sum.subscription(),
                        liveSubscriptions.live(sum.subscription()),
                        new Samples(sum.histogram(), sum.negatives(), sum.worstNegativeNanos())));
        return latencies;
    }

    /** Returns the hiccups of each worker in a phase. */
    TreeMap<String, Histogram> hiccups(int phase) {
        TreeMap<String, Histogram> byWorker = new TreeMap<>();
        hiccups.stream()
                .filter(one -> one.phase() == phase)
                .forEach(one -> byWorker.put(one.worker(), one.histogram()));
        return byWorker;
    }

    Map<Of, List<Double>> events(Phase phase) {
        return events.stream()
                .filter(one -> one.phase().equals(phase.name()))
                .collect(Collectors.toMap(one -> new Of(one.metric(), one.subscription()), Events::counts));
    }

    /** Reads every second of a trial, and those with samples above the highest percentiles once more. */
    private static final class Reader {
        private final TrialRecord trial;
        private final LiveSubscriptions liveSubscriptions;
        private final Map<LatencyMetric, MetricAggregator> latencies = new EnumMap<>(LatencyMetric.class);
        private final List<Map<String, Histogram>> hiccups = new ArrayList<>();

        Reader(TrialRecord trial, LiveSubscriptions liveSubscriptions, List<Window> windows, int secondsPerPoint) {
            this.trial = trial;
            this.liveSubscriptions = liveSubscriptions;
            for (LatencyMetric metric : LatencyMetric.values()) {
                latencies.put(
                        metric,
                        new MetricAggregator(
                                metric, trial.course().phases(), liveSubscriptions, windows, secondsPerPoint));
            }
            trial.course().phases().forEach(phase -> hiccups.add(new TreeMap<>()));
        }

        TrialLatencies read(String basis, StoredTrial stored) {
            eachInterval(
                    stored,
                    (metric, interval) ->
                            Objects.requireNonNull(latencies.get(metric)).add(interval));
            stored.eachHiccups(this::addHiccups);
            // The lines close the seconds that are still open after the last interval, so they have to come first.
            List<Line> lines = latencies.values().stream()
                    .flatMap(metric -> metric.lines().stream())
                    .toList();
            List<Hiccups> byPhase = new ArrayList<>();
            for (int phase = 0; phase < hiccups.size(); phase++) {
                int index = phase;
                hiccups.get(phase).forEach((worker, sum) -> byPhase.add(new Hiccups(index, worker, sum)));
            }
            TrialLatencies withoutEvents = new TrialLatencies(
                    basis,
                    latencies.values().stream()
                            .flatMap(metric -> metric.sums().stream())
                            .toList(),
                    latencies.values().stream()
                            .flatMap(metric -> metric.windowSums().stream())
                            .toList(),
                    Objects.requireNonNull(latencies.get(LatencyMetric.RESPONSE))
                            .within(),
                    lines,
                    latencies.values().stream()
                            .flatMap(metric -> metric.heatMap().stream())
                            .toList(),
                    byPhase,
                    List.of());
            return withoutEvents.with(new EventCounter(trial, liveSubscriptions, withoutEvents).read(stored));
        }

        private void addHiccups(RecordedHiccups interval) {
            long middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
            for (int phase = 0; phase < hiccups.size(); phase++) {
                if (trial.course().phases().get(phase).has(middle)) {
                    hiccups.get(phase)
                            .merge(
                                    interval.worker(),
                                    Merge.of(List.of(interval.histogram())),
                                    (sum, more) -> Merge.into(sum, more));
                }
            }
        }
    }

    private TrialLatencies with(List<Events> counted) {
        return new TrialLatencies(basis, sums, windowSums, within, lines, heatMaps, hiccups, counted);
    }

    /** Processes each metric on a processor of its own, because unpacking the histograms of a long trial is most of the work. */
    private static void eachInterval(StoredTrial stored, BiConsumer<LatencyMetric, RecordedInterval> take) {
        List<RecordedInterval> batch = new ArrayList<>();
        stored.eachInterval(interval -> {
            batch.add(interval);
            if (batch.size() == BATCH) {
                takeBatch(batch, take);
            }
        });
        takeBatch(batch, take);
    }

    private static void takeBatch(List<RecordedInterval> batch, BiConsumer<LatencyMetric, RecordedInterval> take) {
        Map<LatencyMetric, List<RecordedInterval>> byMetric =
                batch.stream().collect(Collectors.groupingBy(RecordedInterval::metric));
        Arrays.stream(LatencyMetric.values())
                .parallel()
                .forEach(metric ->
                        byMetric.getOrDefault(metric, List.of()).forEach(interval -> take.accept(metric, interval)));
        batch.clear();
    }

    /**
     * Aggregates all intervals of one metric, so that each histogram is unpacked once and none is kept: a sum for each phase and
     * subscription, and for each window of an event window; a point for each second, and a heat map of the most important metrics.
     */
    private static final class MetricAggregator {
        /** Chooses the waits of senders and receivers; lines are enough for the other metrics. */
        private static final Set<LatencyMetric> IN_HEAT_MAPS = Set.of(LatencyMetric.RESPONSE, LatencyMetric.END_TO_END);

        private final LatencyMetric metric;
        private final List<Phase> phases;
        private final LiveSubscriptions liveSubscriptions;
        private final List<Window> windows;
        private final List<Histogram> windowSums = new ArrayList<>();
        private final int secondsPerPoint;
        private final Map<Key, Samples> sums = new LinkedHashMap<>();
        private final double[] within;
        private final Map<String, LineBuilder> lines = new TreeMap<>();
        private final HeatMapBuilder heat;

        private record Key(String phase, String subscription) {}

        MetricAggregator(
                LatencyMetric metric,
                List<Phase> phases,
                LiveSubscriptions liveSubscriptions,
                List<Window> windows,
                int secondsPerPoint) {
            this.metric = metric;
            this.phases = phases;
            this.liveSubscriptions = liveSubscriptions;
            this.windows = windows;
            this.secondsPerPoint = secondsPerPoint;
            this.within = new double[phases.size()];
            this.heat = new HeatMapBuilder(phases);
            windows.forEach(window -> windowSums.add(Merge.of(List.of())));
        }

        void add(RecordedInterval interval) {
            IntervalHistogram recorded = interval.recorded();
            String subscription = interval.subscription();
            boolean live = liveSubscriptions.live(subscription);
            sums.compute(
                    new Key(interval.phase(), subscription),
                    (_, sum) -> (sum == null ? Samples.none() : sum).plus(recorded));
            // A worker's first interval begins when it is told of the load, ahead of it.
            long start = Math.max(0, interval.startNanos());
            for (int phase = 0; phase < within.length; phase++) {
                within[phase] += phases.get(phase).overlap(start, interval.endNanos())
                        * recorded.histogram().getTotalCount();
            }
            if (live) {
                for (int window = 0; window < windows.size(); window++) {
                    if (windows.get(window).has(interval.startNanos(), interval.endNanos())) {
                        windowSums.set(window, Merge.into(windowSums.get(window), recorded.histogram()));
                    }
                }
            }
            lines.computeIfAbsent(
                            live ? "" : liveSubscriptions.groupOf(subscription),
                            group -> new LineBuilder(secondsPerPoint, mapOf(group)))
                    .add(interval.startNanos(), interval.endNanos(), recorded.histogram());
        }

        List<Sum> sums() {
            List<Sum> all = new ArrayList<>();
            sums.forEach((key, samples) -> all.add(new Sum(
                    key.phase(),
                    metric,
                    key.subscription(),
                    samples.histogram(),
                    samples.negatives(),
                    samples.worstNegativeNanos())));
            return all;
        }

        List<WindowSum> windowSums() {
            List<WindowSum> all = new ArrayList<>();
            for (int window = 0; window < windowSums.size(); window++) {
                all.add(new WindowSum(window, metric, windowSums.get(window)));
            }
            return all;
        }

        List<Double> within() {
            return Arrays.stream(within).boxed().toList();
        }

        private Optional<HeatMapBuilder> mapOf(String group) {
            return group.isEmpty() && IN_HEAT_MAPS.contains(metric) ? Optional.of(heat) : Optional.empty();
        }

        /**
         * Returns the samples of all live subscriptions by time and size, after {@link #lines} was called; empty where the metric has no
         * map.
         */
        Optional<LatencyHeatMap> heatMap() {
            return heat.of(metric);
        }

        List<Line> lines() {
            List<Line> all = new ArrayList<>();
            lines.forEach((group, line) -> {
                List<Point> points = line.points();
                if (!points.isEmpty()) {
                    all.add(new Line(metric, group, Line.packed(points)));
                }
            });
            return all;
        }
    }
    /** Reads the latencies once more when the percentiles are known, to find the seconds that the samples above them come from. */
    private static final class EventCounter {
        private static final double NANOS_PER_SECOND = 1e9;

        private final LiveSubscriptions liveSubscriptions;
        private final Map<LatencyMetric, Map<Counted, TailEvents>> events = new EnumMap<>(LatencyMetric.class);

        private record Counted(String phase, Of of) {}

        /** Counts events in measured phases only. */
        EventCounter(TrialRecord trial, LiveSubscriptions liveSubscriptions, TrialLatencies latencies) {
            this.liveSubscriptions = liveSubscriptions;
            for (LatencyMetric metric : LatencyMetric.values()) {
                events.put(metric, new LinkedHashMap<>());
            }
            Censoring censoring = new Censoring(trial, liveSubscriptions);
            trial.course().phases().stream()
                    .filter(Phase::measured)
                    .forEach(phase -> censoring
                            .of(phase, latencies.of(phase, liveSubscriptions))
                            .forEach((of, samples) -> Objects.requireNonNull(events.get(of.metric()))
                                    .put(new Counted(phase.name(), of), new TailEvents(samples))));
        }

        List<Events> read(StoredTrial stored) {
            eachInterval(stored, (metric, interval) -> count(interval, Objects.requireNonNull(events.get(metric))));
            List<Events> counted = new ArrayList<>();
            events.values()
                    .forEach(counters -> counters.forEach((key, counter) -> counted.add(
                            new Events(key.phase(), key.of().metric(), key.of().subscription(), counter.finish()))));
            return counted;
        }

        private void count(RecordedInterval interval, Map<Counted, TailEvents> counters) {
            List<TailEvents> concerned = new ArrayList<>();
            if (liveSubscriptions.live(interval.subscription())) {
                add(concerned, counters.get(new Counted(interval.phase(), new Of(interval.metric(), ""))));
            }
            if (!interval.subscription().isEmpty()) {
                Of of = new Of(interval.metric(), interval.subscription());
                add(concerned, counters.get(new Counted(interval.phase(), of)));
            }
            if (!concerned.isEmpty()) {
                long second = Math.round(interval.startNanos() / NANOS_PER_SECOND);
                Histogram histogram = interval.recorded().histogram();
                concerned.forEach(counter -> counter.add(second, histogram));
            }
        }

        private static void add(List<TailEvents> concerned, @Nullable TailEvents counter) {
            if (counter != null) {
                concerned.add(counter);
            }
        }
    }
}

package dev.assay.cli.live;

import dev.assay.analysis.statistics.HeatMapBuilder;
import dev.assay.analysis.statistics.LatencyHeatMap;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.Series;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.trial.TrialStage;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.chart.TrialLook;
import dev.assay.report.view.Block.Fact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Draws one trial while it runs. Nothing is measured for it: it gets the same seconds and intervals as the run directory and the terminal.
 * It keeps only the values of its latest seconds, so that late viewers see the past and memory does not grow with the trial's length.
 */
final class LiveTrial implements TrialListener {
    /** Limits the seconds kept to an hour. Only the report draws longer trials whole. */
    static final int KEPT_SECONDS = 3600;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final LiveRun run;
    private final int number;
    private final TrialLook look;
    private final Map<Track, Integer> tracks = new LinkedHashMap<>();
    private final Map<LatencyMetric, HeatMapBuilder> heats = new EnumMap<>(LatencyMetric.class);
    private final Set<LatencyMetric> measured = EnumSet.noneOf(LatencyMetric.class);
    /** Holds, by incomplete second, the workers' reports of latencies that seconds do not contain. */
    private final TreeMap<Long, Map<LatencyMetric, Histogram>> open = new TreeMap<>();

    private final List<Row> rows = new ArrayList<>();
    private List<Phase> phases = List.of();
    private String place = "starting";
    private List<Fact> tiles = List.of();
    private double failed;
    private boolean loading;
    private int shape;
    private int dropped;

    private record Track(Metric metric, Labels labels) {}

    private static final class Row {
        private final double seconds;

        /** Holds values by the index of their track; NaN where they are not known. */
        private final double[] values;

        private final Map<LatencyMetric, Point> latencies;

        Row(double seconds, double[] values, Map<LatencyMetric, Point> latencies) {
            this.seconds = seconds;
            this.values = values;
            this.latencies = latencies;
        }

        double seconds() {
            return seconds;
        }

        Map<LatencyMetric, Point> latencies() {
            return latencies;
        }
    }

    /**
     * @param whole whether the page has to forget its former values
     * @param seen the page's cursor afterwards, without the version
     */
    record Part(boolean whole, LiveCursor seen, TrialCharts charts) {}

    LiveTrial(LiveRun run, int number, TrialLook look) {
        this.run = run;
        this.number = number;
        this.look = look;
    }

    String name() {
        return look.label();
    }

    /** Returns what the trial is doing, such as {@code measure, 12 of 30 s}. */
    synchronized String place() {
        return place;
    }

    /** Returns the last second as a few values; none before the first. */
    synchronized List<Fact> tiles() {
        return tiles;
    }

    synchronized boolean drawn() {
        return !rows.isEmpty();
    }

    @Override
    public void on(TrialEvent event) {
        switch (event) {
            case TrialEvent.Start start -> start(start.phases());
            case TrialEvent.Phases(List<Phase> changed) -> change(changed);
            case TrialStage stage -> enter(stage);
            case TrialEvent.Interval(WorkerInterval interval) -> add(interval);
            case TrialSecond second -> add(second);
            case TrialEvent.Finish(TrialRecord trial) ->
                ended(trial.verdict().grade().name());
            case TrialEvent.Failure _ -> ended("did not finish");
            default -> {}
        }
    }

    private synchronized void start(List<Phase> planned) {
        phases = planned;
        heats.put(LatencyMetric.RESPONSE, new HeatMapBuilder(planned));
        heats.put(LatencyMetric.END_TO_END, new HeatMapBuilder(planned));
    }

    private synchronized void change(List<Phase> changed) {
        phases = changed;
    }

    private void enter(TrialStage stage) {
        synchronized (this) {
            loading = stage == TrialStage.LOADING;
            place = stage.title();
        }
        run.changed();
    }

    private synchronized void add(WorkerInterval interval) {
        Map<LatencyMetric, Histogram> its =
                open.computeIfAbsent(interval.endNanos() / NANOS_PER_SECOND, _ -> new EnumMap<>(LatencyMetric.class));
        for (IntervalHistogram recorded : interval.histograms()) {
            if (recorded.metric() == LatencyMetric.SERVICE || recorded.metric() == LatencyMetric.SCHEDULE_LAG) {
                its.computeIfAbsent(recorded.metric(), _ -> new Histogram(3)).add(recorded.histogram());
            }
        }
    }

    private void add(TrialSecond second) {
        synchronized (this) {
            rows.add(new Row(second.seconds(), values(second.samples()), latencies(second)));
            if (rows.size() > KEPT_SECONDS) {
                rows.removeFirst();
                dropped++;
            }
            failed += LiveTiles.sum(second, Metrics.FAILED);
            tiles = LiveTiles.of(second, phases, Math.round(failed));
            if (loading) {
                place = placeAt(second.seconds());
            }
        }
        run.changed();
    }

    private double[] values(List<Sample> known) {
        double[] values = new double[tracks.size() + known.size()];
        Arrays.fill(values, Double.NaN);
        for (Sample sample : known) {
            Track track = new Track(sample.metric(), sample.labels());
            Integer column = tracks.get(track);
            if (column == null) {
                column = tracks.size();
                tracks.put(track, column);
                shape++;
            }
            values[column] = sample.value();
        }
        return Arrays.copyOf(values, tracks.size());
    }

    /** Assigns a worker's interval to the second in which it ended, as all values of seconds are. */
    private Map<LatencyMetric, Point> latencies(TrialSecond second) {
        Map<LatencyMetric, Histogram> merged = new EnumMap<>(LatencyMetric.class);
        Map<Long, Map<LatencyMetric, Histogram>> complete = open.headMap((long) second.seconds(), true);
        complete.values()
                .forEach(its -> its.forEach((metric, nanos) ->
                        merged.computeIfAbsent(metric, _ -> new Histogram(3)).add(nanos)));
        complete.clear();
        merged.put(LatencyMetric.RESPONSE, second.response());
        merged.put(LatencyMetric.END_TO_END, second.endToEnd());
        Map<LatencyMetric, Point> points = new EnumMap<>(LatencyMetric.class);
        merged.forEach((metric, nanos) -> {
            if (nanos.getTotalCount() > 0) {
                points.put(metric, point(second.seconds(), metric, nanos));
            }
        });
        return points;
    }

    private Point point(double seconds, LatencyMetric metric, Histogram nanos) {
        if (measured.add(metric)) {
            shape++;
        }
        HeatMapBuilder heat = heats.get(metric);
        if (heat != null) {
            heat.add(Math.round(seconds), nanos);
        }
        return new Point(
                seconds,
                nanos.getTotalCount(),
                nanos.getMean(),
                nanos.getValueAtPercentile(50),
                nanos.getValueAtPercentile(99),
                nanos.getMaxValue());
    }

    private String placeAt(double seconds) {
        for (Phase phase : phases) {
            if (phase.hasSecondUpTo(seconds)) {
                return "%s, %d of %d s"
                        .formatted(
                                phase.name(),
                                Math.round(seconds - phase.startNanos() / (double) NANOS_PER_SECOND),
                                Math.round(phase.lengthNanos() / (double) NANOS_PER_SECOND));
            }
        }
        return place;
    }

    private void ended(String verdict) {
        synchronized (this) {
            loading = false;
            place = verdict;
        }
        run.ended(name(), verdict);
    }

    /** Returns what a page with that cursor lacks; everything kept if the cursor belongs to other lines or is too old. */
    Part since(LiveCursor seen) {
        boolean whole;
        int now;
        int next;
        List<Row> wanted;
        List<Track> known;
        List<LatencyMetric> metrics;
        List<LatencyHeatMap> maps;
        List<Phase> load;
        synchronized (this) { // The lock covers copying only, so that the trial is not delayed.
            now = shape;
            next = dropped + rows.size();
            whole = seen.trial() != number || seen.shape() != now || seen.row() < dropped || seen.row() > next;
            wanted = List.copyOf(rows.subList(whole ? 0 : seen.row() - dropped, rows.size()));
            known = List.copyOf(tracks.keySet());
            metrics = List.copyOf(measured);
            double from = whole || wanted.isEmpty() ? 0 : wanted.getFirst().seconds();
            maps = whole || !wanted.isEmpty() ? maps(Math.round(from)) : List.of();
            load = phases;
        }
        return new Part(
                whole,
                new LiveCursor(0, number, now, next),
                TrialCharts.soFar("live", look, load, series(wanted, known), lines(wanted, metrics), maps));
    }

    /** Returns the heat maps' columns that end at {@code fromSecond} or later; earlier ones have not changed since. */
    private List<LatencyHeatMap> maps(long fromSecond) {
        List<LatencyHeatMap> maps = new ArrayList<>();
        heats.forEach((metric, heat) -> heat.of(metric)
                .ifPresent(map -> maps.add(new LatencyHeatMap(
                        metric,
                        map.secondsPerColumn(),
                        map.columns().stream()
                                .filter(column -> column.seconds() >= fromSecond)
                                .toList()))));
        return maps;
    }

    private static Series series(List<Row> rows, List<Track> tracks) {
        Series.Builder series = new Series.Builder();
        tracks.forEach(
                track -> series.column(track.metric(), track.labels())); // The order does not depend on the rows.
        for (Row row : rows) {
            series.at(row.seconds());
            for (int place = 0; place < row.values.length; place++) {
                if (!Double.isNaN(row.values[place])) {
                    Track track = tracks.get(place);
                    series.put(track.metric(), track.labels(), row.values[place]);
                }
            }
        }
        return series.build();
    }

    private static List<LatencyLine> lines(List<Row> rows, List<LatencyMetric> metrics) {
        return metrics.stream()
                .map(metric -> new LatencyLine(
                        metric,
                        "",
                        rows.stream()
                                .flatMap(
                                        row -> Stream.ofNullable(row.latencies().get(metric)))
                                .toList()))
                .toList();
    }
}

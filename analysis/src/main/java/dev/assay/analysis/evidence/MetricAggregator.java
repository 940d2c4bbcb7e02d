package dev.assay.analysis.evidence;

import dev.assay.analysis.evidence.Episode.Window;
import dev.assay.analysis.evidence.PhaseLatencies.Samples;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.Phase;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Goes once over all intervals of one metric, so that each histogram is unpacked once and none is kept: a sum for each phase and
 * subscription, and for each window of an episode; a point for each second, and a heat map of the metrics that are read first.
 */
final class MetricAggregator {
    /** What a sender and what a receiver waits for; of the others the lines say enough. */
    private static final Set<LatencyMetric> IN_HEAT_MAPS = Set.of(LatencyMetric.RESPONSE, LatencyMetric.END_TO_END);

    private final LatencyMetric metric;
    private final List<Phase> phases;
    private final Tailing tailing;
    private final List<Window> windows;
    private final int secondsPerPoint;
    private final Map<Key, Samples> sums = new HashMap<>();
    private final double[] within;
    private final Map<String, LineBuilder> lines = new TreeMap<>();
    private final HeatMapBuilder heat;

    private record Key(String phase, String subscription) {}

    MetricAggregator(
            LatencyMetric metric, List<Phase> phases, Tailing tailing, List<Window> windows, int secondsPerPoint) {
        this.metric = metric;
        this.phases = phases;
        this.tailing = tailing;
        this.windows = windows;
        this.secondsPerPoint = secondsPerPoint;
        this.within = new double[phases.size()];
        this.heat = new HeatMapBuilder(phases);
    }

    void add(RecordedInterval interval) {
        IntervalHistogram recorded = interval.recorded();
        String subscription = interval.subscription();
        boolean tails = tailing.tails(subscription);
        sums.compute(
                new Key(interval.phase(), subscription),
                (_, sum) -> (sum == null ? Samples.none() : sum).plus(recorded));
        for (int phase = 0; phase < within.length; phase++) {
            within[phase] += phases.get(phase).overlap(interval.startNanos(), interval.endNanos())
                    * recorded.histogram().getTotalCount();
        }
        if (tails) {
            windows.stream()
                    .filter(window -> window.has(interval.startNanos(), interval.endNanos()))
                    .forEach(window -> window.add(metric, recorded.histogram()));
        }
        lines.computeIfAbsent(
                        tails ? "" : tailing.readerOf(subscription),
                        reader -> new LineBuilder(secondsPerPoint, mapOf(reader)))
                .add(interval.startNanos(), interval.endNanos(), recorded.histogram());
    }

    /** Adds all samples of a phase to these. */
    void addTo(PhaseLatencies latencies, String phase) {
        sums.forEach((key, samples) -> {
            if (key.phase().equals(phase)) {
                latencies.add(metric, key.subscription(), tailing.tails(key.subscription()), samples);
            }
        });
    }

    /** Samples within a phase by the clock, whatever phase their messages belong to. */
    double within(int phase) {
        return within[phase];
    }

    private Optional<HeatMapBuilder> mapOf(String reader) {
        return reader.isEmpty() && IN_HEAT_MAPS.contains(metric) ? Optional.of(heat) : Optional.empty();
    }

    /** The samples of all that tail by time and size, once the lines have been asked for; empty where it is not made of this metric. */
    Optional<LatencyHeatMap> heatMap() {
        return heat.of(metric);
    }

    /** The lines of all that tail and of each reader that does not. */
    List<LatencyLine> lines() {
        List<LatencyLine> made = new ArrayList<>();
        lines.forEach((reader, line) -> {
            LatencyLine whole = new LatencyLine(metric, reader, line.points());
            if (!whole.points().isEmpty()) {
                made.add(whole);
            }
        });
        return made;
    }
}

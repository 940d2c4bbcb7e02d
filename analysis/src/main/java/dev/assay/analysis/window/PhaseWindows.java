package dev.assay.analysis.window;

import dev.assay.analysis.statistics.LiveSubscriptions;
import dev.assay.analysis.statistics.Merge;
import dev.assay.analysis.window.WindowSeries.Window;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.timeline.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Computes a statistic over the windows of a phase. The histograms of all intervals of a window are merged count by count before
 * the statistic is computed: percentiles are never averaged, and the mean is that of all samples.
 *
 * <p>A window holds the messages that were completed in it by the clock, whatever phase they belong to; an interval belongs to the
 * window in which its middle lies. Arrivals are those of all live subscriptions.
 */
public final class PhaseWindows {
    public static final Duration PUBLISHED = Duration.ofSeconds(10);

    private static final double NANOS_PER_SECOND = 1e9;

    private final Phase phase;
    private final LatencyStatistic statistic;
    private final LiveSubscriptions liveSubscriptions;
    private final long windowNanos;
    private final List<Histogram> windows = new ArrayList<>();
    private long leftOut;

    private PhaseWindows(
            Phase phase, LatencyStatistic statistic, LiveSubscriptions liveSubscriptions, long windowNanos) {
        this.phase = phase;
        this.statistic = statistic;
        this.liveSubscriptions = liveSubscriptions;
        this.windowNanos = windowNanos;
        for (long window = 0; window < phase.lengthNanos() / windowNanos; window++) {
            windows.add(new Histogram(1));
        }
    }

    /**
     * Computes a statistic over windows of a given length.
     *
     * @param window whole seconds, since shorter intervals were not recorded
     * @throws IllegalArgumentException when the window is not of whole seconds
     */
    public static WindowSeries of(StoredTrial trial, Phase phase, LatencyStatistic statistic, Duration window) {
        if (window.toSeconds() < 1 || window.toNanosPart() != 0) {
            throw new IllegalArgumentException("expected a window of whole seconds, but found " + window);
        }
        PhaseWindows windows =
                new PhaseWindows(phase, statistic, LiveSubscriptions.of(trial.trial()), window.toNanos());
        trial.eachInterval(windows::add);
        return windows.series();
    }

    private void add(RecordedInterval interval) {
        long middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
        if (interval.metric() != statistic.metric()
                || !phase.has(middle)
                || !liveSubscriptions.live(interval.subscription())) {
            return;
        }
        Histogram recorded = interval.recorded().histogram();
        int window = Math.toIntExact((middle - phase.startNanos()) / windowNanos);
        if (window < windows.size()) {
            windows.set(window, Merge.into(windows.get(window), recorded));
        } else {
            leftOut += recorded.getTotalCount();
        }
    }

    private WindowSeries series() {
        List<Window> values = new ArrayList<>();
        for (int index = 0; index < windows.size(); index++) {
            Histogram merged = windows.get(index);
            if (merged.getTotalCount() > 0) {
                double from = (phase.startNanos() + index * windowNanos) / NANOS_PER_SECOND;
                values.add(new Window(from, nanos(merged), merged.getTotalCount()));
            }
        }
        String name = new LatencyStatistic(statistic.metric(), statistic.percent(), java.util.Optional.empty()) + "@"
                + windowNanos / 1_000_000_000 + "s";
        return new WindowSeries(name, values, windows.size() - values.size(), leftOut);
    }

    private double nanos(Histogram merged) {
        return statistic.percent().isPresent()
                ? merged.getValueAtPercentile(statistic.percent().getAsDouble())
                : merged.getMean();
    }
}

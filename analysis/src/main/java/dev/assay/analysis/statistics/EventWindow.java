package dev.assay.analysis.statistics;

import dev.assay.model.metric.LatencyMetric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * @param title such as {@code late catches up} or {@code kill-one}
 * @param windows in order of time; no {@code after} where the event lasted to the end of the load
 */
public record EventWindow(String title, List<Window> windows) {
    public EventWindow {
        windows = List.copyOf(windows);
    }

    /**
     * Holds a part of the load by the clock. A sample belongs to the interval in which it was completed, so that edges are sharp to
     * the second. Arrivals are those of the live subscriptions.
     */
    public static final class Window {
        private static final double NANOS_PER_SECOND = 1e9;

        private final String name;
        private final double fromSeconds;
        private final double toSeconds;
        private final Map<LatencyMetric, Histogram> sums = new EnumMap<>(LatencyMetric.class);

        Window(String name, double fromSeconds, double toSeconds) {
            this.name = name;
            this.fromSeconds = fromSeconds;
            this.toSeconds = toSeconds;
            // Each metric is written by its own thread, which changes no other entry.
            sums.put(LatencyMetric.RESPONSE, Merge.of(List.of()));
            sums.put(LatencyMetric.END_TO_END, Merge.of(List.of()));
        }

        public String name() {
            return name;
        }

        /** Returns the beginning, counted from the start of the load. */
        public double fromSeconds() {
            return fromSeconds;
        }

        /** Returns the end, counted from the start of the load. */
        public double toSeconds() {
            return toSeconds;
        }

        /** Returns latencies in nanoseconds: the response, or the end-to-end of live consumers; none for other metrics. */
        public Histogram latencies(LatencyMetric metric) {
            return sums.getOrDefault(metric, Merge.of(List.of()));
        }

        boolean has(long startNanos, long endNanos) {
            double middle = (startNanos + endNanos) / 2.0 / NANOS_PER_SECOND;
            return middle >= fromSeconds && middle < toSeconds;
        }

        void add(LatencyMetric metric, Histogram more) {
            sums.computeIfPresent(metric, (key, sum) -> Merge.into(sum, more));
        }
    }
}

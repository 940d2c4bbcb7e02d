package dev.assay.analysis;

import dev.assay.model.metric.LatencyMetric;
import java.util.List;
import java.util.Optional;

/**
 * What others saw before, during and after something that happened: the isolation of live consumers while a late group catches
 * up, or a fault until recovery.
 *
 * @param title such as {@code late catches up} or {@code kill-one}
 */
public record EventWindowAnalysis(String title, List<WindowAnalysis> windows) {
    public EventWindowAnalysis {
        windows = List.copyOf(windows);
    }

    /**
     * A part of the load by the clock; its samples were completed in it, its edges are sharp to the second.
     *
     * @param name {@code before}, {@code during} or {@code after}
     * @param fromSeconds counted from the start of the load
     * @param toSeconds counted from the start of the load
     * @param ackedPerSecond mean rate of acknowledgements
     * @param latencies the response, and the end-to-end of live consumers, as far as there are samples
     */
    public record WindowAnalysis(
            String name, double fromSeconds, double toSeconds, double ackedPerSecond, List<LatencySummary> latencies) {
        public WindowAnalysis {
            latencies = List.copyOf(latencies);
        }

        /** The distribution of one metric. */
        public Optional<LatencySummary> latency(LatencyMetric metric) {
            return latencies.stream()
                    .filter(summary -> summary.metric() == metric)
                    .findFirst();
        }
    }
}

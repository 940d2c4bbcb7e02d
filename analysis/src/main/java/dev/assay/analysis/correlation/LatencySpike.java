package dev.assay.analysis.correlation;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import java.util.List;

/**
 * Holds adjacent seconds in which response times were far above those usual in their phase.
 *
 * @param fromSeconds beginning of the first of them, counted from the start of the load
 * @param toSeconds end of the last
 * @param p99Nanos the highest p99 of one of these seconds
 * @param samples of that second
 * @param with series that were further above their level than in any calm second, the most conspicuous first
 */
public record LatencySpike(double fromSeconds, double toSeconds, long p99Nanos, long samples, List<Beside> with) {
    /**
     * @param value the highest value during the spike
     * @param usual the median of calm seconds
     */
    public record Beside(Metric metric, Labels labels, double value, double usual) {}

    public LatencySpike {
        with = List.copyOf(with);
    }
}

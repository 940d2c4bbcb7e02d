package dev.assay.cluster.telemetry;

import dev.assay.model.metric.Sample;
import java.util.List;

/**
 * Holds the use of resources during about one second. Rates are means over the actual length.
 *
 * @param nanoTime end of the second, on the clock of {@link System#nanoTime()}
 * @param lengthNanos since the previous sample, or since the start; longer than a second after a pause, however long that was
 * @param samples of the machine and of each process; unknown values are absent, never zero
 */
public record TelemetrySample(long nanoTime, long lengthNanos, List<Sample> samples) {
    public TelemetrySample {
        samples = List.copyOf(samples);
    }
}

package dev.assay.deployment.telemetry;

import dev.assay.core.metric.Sample;
import java.util.List;

/**
 * What was in use during about one second.
 *
 * @param nanoTime end of the second, on the clock of {@link System#nanoTime()}
 * @param samples of the machine and of each process; what is not known is absent, never zero
 */
public record TelemetrySample(long nanoTime, List<Sample> samples) {
    public TelemetrySample {
        samples = List.copyOf(samples);
    }
}

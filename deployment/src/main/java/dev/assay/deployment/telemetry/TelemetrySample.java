package dev.assay.deployment.telemetry;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was in use during about one second.
 *
 * @param nanoTime end of the second, on the clock of {@link System#nanoTime()}
 * @param figures by name with unit, such as {@code broker-1.cpu_cores}; what is not known is absent, never zero
 */
public record TelemetrySample(long nanoTime, Map<String, Double> figures) {
    public TelemetrySample {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }
}

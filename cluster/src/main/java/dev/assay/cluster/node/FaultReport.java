package dev.assay.cluster.node;

import dev.assay.model.durability.Fault;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * @param nodes those hit, such as {@code broker-1}
 * @param at when the fault began to take effect
 * @param atNanos the same on the clock of {@link System#nanoTime()}
 * @param details circumstances by name, such as {@code dirty}, each value with its unit
 */
public record FaultReport(Fault fault, List<String> nodes, Instant at, long atNanos, Map<String, String> details) {
    public FaultReport {
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes of " + fault + " must name at least one, but is empty");
        }
        nodes = List.copyOf(nodes);
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }
}

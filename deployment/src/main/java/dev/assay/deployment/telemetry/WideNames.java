package dev.assay.deployment.telemetry;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import java.util.Map;

/** The columns that a machine's metrics have in wide series. */
final class WideNames {
    private static final Map<Metric, String> NAMES = Map.ofEntries(
            Map.entry(Metrics.HOST_CPU, "cpu_cores"),
            Map.entry(Metrics.HOST_CPU_STEAL, "steal_percent"),
            Map.entry(Metrics.HOST_PRESSURE, "psi_%s_%s_percent"),
            Map.entry(Metrics.HOST_MEMORY_AVAILABLE, "memory_available_bytes"),
            Map.entry(Metrics.HOST_DISK_READ, "disk_read_bytes_per_s"),
            Map.entry(Metrics.HOST_DISK_WRITTEN, "disk_write_bytes_per_s"),
            Map.entry(Metrics.HOST_DISK_BUSY, "busiest_disk_percent"),
            Map.entry(Metrics.HOST_LOOPBACK, "loopback_bytes_per_s"),
            Map.entry(Metrics.HOST_NETWORK_RECEIVED, "net_in_bytes_per_s"),
            Map.entry(Metrics.HOST_NETWORK_SENT, "net_out_bytes_per_s"));

    private WideNames() {}

    static void put(Sample sample, Map<String, Double> figures) {
        String name = NAMES.get(sample.metric());
        if (name != null) {
            Labels labels = sample.labels();
            double value = name.endsWith("_percent") ? 100 * sample.value() : sample.value();
            figures.put("machine." + name.formatted(labels.get(Labels.RESOURCE), labels.get(Labels.STALL)), value);
        }
    }
}

package dev.assay.run.trial;

import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.cluster.telemetry.ServerMetricsPoller;
import dev.assay.cluster.telemetry.Telemetry;
import dev.assay.cluster.telemetry.TelemetrySample;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.run.stage.RunContext;
import dev.assay.run.workers.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples one trial: every server and every worker on the machine of the run, the machine itself, and server metrics. */
final class LocalTelemetry implements AutoCloseable {
    private final Cluster cluster;
    private final Telemetry telemetry;
    private final ServerMetricsPoller servers;
    /** Readings since the last call of {@link #next}. */
    private final List<Sample> readings = new ArrayList<>();

    private LocalTelemetry(Cluster cluster, List<ServerMetrics> metrics, RunContext context) {
        this.cluster = cluster;
        // A cluster that others run has no processes here to count for.
        telemetry = cluster.nodes().isEmpty()
                ? Telemetry.start(Metrics.COORDINATOR, context.machine(), this::take)
                : Telemetry.startCountingSyncs(
                        Metrics.COORDINATOR, context.machine(), this::take, context.supervisor(), context.cache());
        servers = ServerMetricsPoller.start(metrics);
    }

    static LocalTelemetry begin(Cluster cluster, List<ServerMetrics> metrics, Workers workers, RunContext context) {
        LocalTelemetry local = new LocalTelemetry(cluster, metrics, context);
        local.watchServers();
        workers.processes().forEach((name, process) -> local.telemetry.watchWorker(name, process.pid()));
        return local;
    }

    private void watchServers() {
        cluster.nodes()
                .forEach(node ->
                        telemetry.watchServer(node.name(), node.process().pid()));
    }

    private void take(TelemetrySample sample) {
        synchronized (readings) {
            readings.addAll(sample.samples());
        }
    }

    /** Returns the readings since the previous call, each once, and the latest of the servers. */
    List<Sample> next() {
        watchServers();
        synchronized (readings) {
            List<Sample> samples = new ArrayList<>(readings);
            readings.clear();
            samples.addAll(servers.latest());
            return samples;
        }
    }

    List<String> limitations() {
        return Stream.concat(telemetry.limitations().stream(), servers.limitations().stream())
                .toList();
    }

    @Override
    public void close() {
        try (telemetry) {
            servers.close();
        }
    }
}

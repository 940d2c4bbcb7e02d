package dev.assay.cli.run;

import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.telemetry.Telemetry;
import dev.assay.deployment.telemetry.TelemetrySample;
import java.util.List;

/** Telemetry of one trial: every server and every worker on this machine, and the machine itself. */
final class LocalTelemetry implements AutoCloseable {
    private final Telemetry telemetry;
    private volatile List<Sample> latest = List.of();

    private LocalTelemetry(Cluster cluster, RunContext context) {
        // A cluster that others run has no processes here to count for.
        telemetry = cluster.nodes().isEmpty()
                ? Telemetry.start(Metrics.COORDINATOR, this::take)
                : Telemetry.startCountingSyncs(Metrics.COORDINATOR, this::take, context.supervisor(), context.cache());
    }

    static LocalTelemetry begin(Cluster cluster, Workers workers, RunContext context) {
        LocalTelemetry local = new LocalTelemetry(cluster, context);
        cluster.nodes()
                .forEach(node ->
                        local.telemetry.watchServer(node.name(), node.process().pid()));
        workers.processes().forEach((name, process) -> local.telemetry.watchWorker(name, process.pid()));
        return local;
    }

    private void take(TelemetrySample sample) {
        latest = sample.samples();
    }

    /** The figures of the last second. */
    List<Sample> latest() {
        return latest;
    }

    /** What this machine could not tell, for people. */
    List<String> limitations() {
        return telemetry.limitations();
    }

    @Override
    public void close() {
        telemetry.close();
    }
}

package dev.assay.cli.run;

import dev.assay.analysis.verdict.TrialFacts.Machine;
import dev.assay.core.result.Phase;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.telemetry.Telemetry;
import dev.assay.deployment.telemetry.TelemetrySample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Telemetry of one trial: every server and every worker on this machine, and the machine itself. */
final class TelemetryRecorder implements AutoCloseable {
    private static final double PERCENT = 100;
    private static final String SYNCS = ".syncs_per_s";

    private final List<TelemetrySample> samples = new ArrayList<>();
    private final List<String> servers;
    private final Telemetry telemetry;
    private long loadStartNanoTime = Long.MAX_VALUE;
    private Map<String, Double> latest = Map.of();

    private TelemetryRecorder(Cluster cluster, RunContext context) {
        servers = cluster.nodes().stream().map(node -> node.name() + SYNCS).toList();
        // A cluster that others run has no processes here to count for.
        telemetry = servers.isEmpty()
                ? Telemetry.start(this::take)
                : Telemetry.startCountingSyncs(this::take, context.supervisor(), context.cache());
    }

    static TelemetryRecorder begin(Cluster cluster, Workers workers, RunContext context) {
        TelemetryRecorder observation = new TelemetryRecorder(cluster, context);
        cluster.nodes()
                .forEach(node -> observation.telemetry.watchServer(
                        node.name(), node.process().pid()));
        workers.processes().forEach((name, process) -> observation.telemetry.watch(name, process.pid()));
        return observation;
    }

    private synchronized void take(TelemetrySample sample) {
        latest = sample.figures();
        samples.add(new TelemetrySample(sample.nanoTime(), judged(sample.figures())));
    }

    /** What verdicts are about. */
    private static Map<String, Double> judged(Map<String, Double> figures) {
        return figures.entrySet().stream()
                .filter(figure -> figure.getKey().startsWith("machine.")
                        || figure.getKey().endsWith(SYNCS))
                .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The figures of the last second. */
    synchronized Map<String, Double> latest() {
        return latest;
    }

    /** Says where the time axis of the load begins. */
    synchronized void startedAt(long nanoTime) {
        loadStartNanoTime = nanoTime;
    }

    /** What this machine could not tell, for people. */
    List<String> limitations() {
        return telemetry.limitations();
    }

    /** How busy the machine was during the measured phase, on the average of its seconds. */
    synchronized Machine machineDuring(List<Phase> phases) {
        List<TelemetrySample> measured = measured(phases);
        int cores = Runtime.getRuntime().availableProcessors();
        OptionalDouble busyCores = mean(measured, "machine.cpu_cores");
        OptionalDouble steal = mean(measured, "machine.steal_percent");
        double stolen = steal.orElse(0) / PERCENT;
        return new Machine(
                busyCores.isEmpty()
                        ? busyCores
                        : OptionalDouble.of(Math.min(1, busyCores.getAsDouble() / cores + stolen)),
                steal.isEmpty() ? steal : OptionalDouble.of(stolen),
                share(mean(measured, "machine.psi_memory_some_percent")));
    }

    /** How often all servers together synced in each second of the measured phase, on the average. */
    synchronized OptionalDouble syncsDuring(List<Phase> phases) {
        List<TelemetrySample> measured = measured(phases);
        return servers.stream()
                .map(server -> mean(measured, server))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .reduce(Double::sum);
    }

    private List<TelemetrySample> measured(List<Phase> phases) {
        Phase measure = phases.getLast();
        return samples.stream()
                .filter(sample -> sample.nanoTime() - loadStartNanoTime > measure.startNanos()
                        && sample.nanoTime() - loadStartNanoTime <= measure.endNanos())
                .toList();
    }

    private static OptionalDouble share(OptionalDouble percent) {
        return percent.isEmpty() ? percent : OptionalDouble.of(Math.min(1, percent.getAsDouble() / PERCENT));
    }

    private static OptionalDouble mean(List<TelemetrySample> samples, String figure) {
        return samples.stream()
                .map(sample -> sample.figures().get(figure))
                .filter(value -> value != null)
                .mapToDouble(Double::doubleValue)
                .average();
    }

    @Override
    public void close() {
        telemetry.close();
    }
}

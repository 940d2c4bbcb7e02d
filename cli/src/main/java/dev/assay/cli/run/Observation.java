package dev.assay.cli.run;

import dev.assay.analysis.verdict.TrialFacts.Machine;
import dev.assay.core.result.Phase;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.telemetry.Telemetry;
import dev.assay.provision.telemetry.TelemetrySample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Telemetry of one trial: every server and every worker on this machine, and the machine itself. */
final class Observation implements AutoCloseable {
    private static final double PERCENT = 100;

    private final List<TelemetrySample> samples = new ArrayList<>();
    private final Telemetry telemetry;
    private long loadStartNanoTime = Long.MAX_VALUE;
    private Map<String, Double> latest = Map.of();

    private Observation() {
        telemetry = Telemetry.start(this::take);
    }

    static Observation begin(Cluster cluster, Workers workers) {
        Observation observation = new Observation();
        cluster.nodes()
                .forEach(node ->
                        observation.telemetry.watch(node.name(), node.process().pid()));
        workers.processes().forEach((name, process) -> observation.telemetry.watch(name, process.pid()));
        return observation;
    }

    private synchronized void take(TelemetrySample sample) {
        latest = sample.figures();
        samples.add(new TelemetrySample(sample.nanoTime(), machineOnly(sample.figures())));
    }

    private static Map<String, Double> machineOnly(Map<String, Double> figures) {
        return figures.entrySet().stream()
                .filter(figure -> figure.getKey().startsWith("machine."))
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
        Phase measure = phases.getLast();
        List<TelemetrySample> measured = samples.stream()
                .filter(sample -> sample.nanoTime() - loadStartNanoTime > measure.startNanos()
                        && sample.nanoTime() - loadStartNanoTime <= measure.endNanos())
                .toList();
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

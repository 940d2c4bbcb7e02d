package dev.assay.analysis.cost;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * What the messages of a phase cost; empty where the series does not tell. Servers do some of it for themselves: at low rates that is
 * most of it.
 *
 * @param serverCpuSeconds processor time of all servers, in seconds for each million of messages acknowledged
 * @param workerCpuSeconds the same of all workers: clients and harness
 * @param writeAmplification bytes that all servers sent towards disks, for each byte of payload acknowledged; copies count
 * @param messagesPerSync messages acknowledged for each sync of any server
 * @param messagesPerWrite messages acknowledged for each write request that servers tell of: what batching really came to
 * @param messagesPerBatch messages acknowledged for each batch that clients tell of
 * @param messages acknowledged in the phase
 */
public record PhaseCost(
        OptionalDouble serverCpuSeconds,
        OptionalDouble workerCpuSeconds,
        OptionalDouble writeAmplification,
        OptionalDouble messagesPerSync,
        OptionalDouble messagesPerWrite,
        OptionalDouble messagesPerBatch,
        long messages) {
    private static final double MILLION = 1e6;

    /** The cost of a phase; empty where nothing was acknowledged, or where only extremes of several seconds each are known. */
    public static Optional<PhaseCost> of(TrialAnalysis trial, PhaseAnalysis phase) {
        double rate = phase.achievedPerSecond();
        if (trial.secondsPerPoint() > 1 || rate <= 0) {
            return Optional.empty();
        }
        double payload = trial.trial().plan().workload().message().size().meanBytes();
        return Optional.of(new PhaseCost(
                of(trial, phase, Metrics.PROCESS_CPU, Labels.NODE, cores -> cores * MILLION / rate),
                of(trial, phase, Metrics.PROCESS_CPU, Labels.WORKER, cores -> cores * MILLION / rate),
                payload > 0
                        ? of(trial, phase, Metrics.PROCESS_DISK_WRITTEN, Labels.NODE, bytes -> bytes / (rate * payload))
                        : OptionalDouble.empty(),
                of(trial, phase, Metrics.NODE_SYNCS, Labels.NODE, syncs -> rate / syncs),
                of(trial, phase, Metrics.NODE_WRITES, Labels.NODE, writes -> rate / writes),
                of(trial, phase, Metrics.CLIENT_BATCHES, Labels.WORKER, batches -> rate / batches),
                Math.round(rate * phase.phase().lengthNanos() / 1e9)));
    }

    private static OptionalDouble of(
            TrialAnalysis trial, PhaseAnalysis phase, Metric metric, String label, DoubleFunction<Double> value) {
        double sum = perSecond(trial, phase, metric, label);
        return sum > 0 ? OptionalDouble.of(value.apply(sum)) : OptionalDouble.empty();
    }

    /** The sum over all series with that label of their means; NaN where there is none, or none of some of the servers. */
    static double perSecond(TrialAnalysis trial, PhaseAnalysis phase, Metric metric, String label) {
        long seen = trial.series().tracks(metric).stream()
                .map(track -> track.labels().get(label))
                .filter(name -> !name.isEmpty())
                .distinct()
                .count();
        if (label.equals(Labels.NODE) && seen < trial.trial().system().nodes()) {
            return Double.NaN;
        }
        DoubleSummaryStatistics means = trial.series().tracks(metric).stream()
                .filter(track -> !track.labels().get(label).isEmpty())
                .flatMapToDouble(track -> track.during(phase.phase()).average().stream())
                .summaryStatistics();
        return means.getCount() > 0 ? means.getSum() : Double.NaN;
    }
}

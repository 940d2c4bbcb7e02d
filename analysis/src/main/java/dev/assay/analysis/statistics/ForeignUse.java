package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.PhaseStatistics.ForeignCpu;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures how much of each machine's processors was used by others than the servers, the workers and the coordinator, in the
 * seconds that have the metrics. The coordinator's machine is left out where nobody observes the servers of an existing system,
 * since these may run there.
 */
final class ForeignUse {
    private static final String LOCAL = "local";

    private final List<TrialHost> hosts;
    private final Map<String, Sums> sums = new HashMap<>();

    private static final class Sums {
        final WeightedStatistics foreign = new WeightedStatistics();
        final WeightedStatistics assay = new WeightedStatistics();
        double bursts;
        double seconds;
    }

    ForeignUse(TrialRecord trial) {
        boolean ours = trial.system().deployment().equals(LOCAL)
                || trial.setup().hosts().stream().anyMatch(host -> host.nodes() > 0);
        hosts = trial.setup().hosts().stream()
                .filter(TrialHost::carried)
                .filter(host -> host.cores() > 0 && (ours || !host.name().equals(Metrics.COORDINATOR)))
                .toList();
    }

    void add(Collection<Sample> samples, double seconds) {
        if (hosts.isEmpty()) {
            return;
        }
        Map<String, Double> foreign = byHost(samples, Metrics.HOST_CPU_FOREIGN);
        Map<String, Double> all = byHost(samples, Metrics.HOST_CPU);
        for (TrialHost host : hosts) {
            Double foreignUse = foreign.get(host.name());
            Double machine = all.get(host.name());
            if (foreignUse != null && machine != null) {
                add(host, machine, machine - foreignUse, seconds);
            }
        }
    }

    private static Map<String, Double> byHost(Collection<Sample> samples, Metric metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .collect(Collectors.toMap(
                        sample -> sample.labels().get(Labels.HOST), Sample::value, (one, other) -> other));
    }

    private void add(TrialHost host, double machine, double assay, double seconds) {
        Sums sum = sums.computeIfAbsent(host.name(), name -> new Sums());
        sum.foreign.add(machine - assay, seconds);
        sum.assay.add(assay, seconds);
        sum.seconds += seconds;
        if (machine - assay > ForeignCpu.BURST_OF_MACHINE * host.cores()) {
            sum.bursts += seconds;
        }
    }

    /** Returns the use of a machine; empty where it is not known. */
    Optional<ForeignCpu> of(String name) {
        return hosts.stream()
                .filter(host -> host.name().equals(name) && sums.containsKey(name))
                .map(host -> foreign(host, java.util.Objects.requireNonNull(sums.get(name))))
                .findFirst();
    }

    private static ForeignCpu foreign(TrialHost host, Sums sum) {
        return new ForeignCpu(
                Math.max(0, sum.foreign.mean()),
                sum.assay.mean(),
                host.cores(),
                sum.seconds > 0 ? sum.bursts / sum.seconds : 0);
    }
}

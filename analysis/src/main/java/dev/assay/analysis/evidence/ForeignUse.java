package dev.assay.analysis.evidence;

import dev.assay.analysis.evidence.PhaseEvidence.ForeignCpu;
import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.core.result.TrialHost;
import dev.assay.core.result.TrialRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What others than the servers, the workers and the coordinator used of each machine's processors. Where it was not recorded, as
 * before format 3 had it, it is the machine's time less that of servers and workers; a second in which one of them was not seen, as a
 * server that is being restarted, is left out then. The coordinator's machine is left out where the system is somebody else's, since
 * its servers may run there.
 */
final class ForeignUse {
    private static final String LOCAL = "local";

    private final List<TrialHost> hosts;
    private final Map<String, Sums> sums = new HashMap<>();

    private static final class Sums {
        final WeightedFigures foreign = new WeightedFigures();
        final WeightedFigures own = new WeightedFigures();
        double bursts;
        double seconds;
    }

    /** Seen of a machine in one second. */
    private static final class Own {
        final Set<String> workers = new HashSet<>();
        int nodes;
        double cores;

        boolean isWhole(TrialHost host) {
            return workers.containsAll(host.workers()) && nodes >= host.nodes();
        }
    }

    ForeignUse(TrialRecord trial) {
        boolean ours = trial.system().deployment().equals(LOCAL);
        hosts = trial.hosts().stream()
                .filter(TrialHost::carried)
                .filter(host -> host.cores() > 0 && (ours || !host.name().equals(Metrics.COORDINATOR)))
                .toList();
    }

    void add(Collection<Sample> samples, double seconds) {
        if (hosts.isEmpty()
                || samples.stream().noneMatch(sample -> sample.metric().equals(Metrics.HOST_CPU))) {
            return;
        }
        Map<String, Double> recorded = samples.stream()
                .filter(sample -> sample.metric().equals(Metrics.HOST_CPU_FOREIGN))
                .collect(Collectors.toMap(
                        sample -> sample.labels().get(Labels.HOST), Sample::value, (one, other) -> other));
        Map<String, Own> own = own(samples);
        for (Sample sample : samples) {
            if (sample.metric().equals(Metrics.HOST_CPU)) {
                String name = sample.labels().get(Labels.HOST);
                Own used = own.getOrDefault(name, new Own());
                Double foreign = recorded.get(name);
                hosts.stream()
                        .filter(host -> host.name().equals(name))
                        .filter(host -> foreign != null || used.isWhole(host))
                        .forEach(host -> add(
                                host,
                                sample.value(),
                                foreign == null ? used.cores : sample.value() - foreign,
                                seconds));
            }
        }
    }

    private Map<String, Own> own(Collection<Sample> samples) {
        Map<String, Own> own = new HashMap<>();
        for (Sample sample : samples) {
            if (sample.metric().equals(Metrics.PROCESS_CPU)) {
                String worker = sample.labels().get(Labels.WORKER);
                Own used = own.computeIfAbsent(hostOf(worker), name -> new Own());
                used.cores += sample.value();
                if (worker.isEmpty()) {
                    used.nodes++;
                } else {
                    used.workers.add(worker);
                }
            }
        }
        return own;
    }

    /** Servers that Assay started run beside the coordinator. */
    private String hostOf(String worker) {
        return hosts.stream()
                .filter(host -> host.workers().contains(worker))
                .map(TrialHost::name)
                .findFirst()
                .orElse(Metrics.COORDINATOR);
    }

    private void add(TrialHost host, double machine, double own, double seconds) {
        Sums sum = sums.computeIfAbsent(host.name(), name -> new Sums());
        sum.foreign.add(machine - own, seconds);
        sum.own.add(own, seconds);
        sum.seconds += seconds;
        if (machine - own > ForeignCpu.BURST_OF_MACHINE * host.cores()) {
            sum.bursts += seconds;
        }
    }

    /** What was used on that machine; empty where it is not known. */
    Optional<ForeignCpu> of(String name) {
        return hosts.stream()
                .filter(host -> host.name().equals(name) && sums.containsKey(name))
                .map(host -> foreign(host, java.util.Objects.requireNonNull(sums.get(name))))
                .findFirst();
    }

    private static ForeignCpu foreign(TrialHost host, Sums sum) {
        return new ForeignCpu(
                Math.max(0, sum.foreign.mean()),
                sum.own.mean(),
                host.cores(),
                sum.seconds > 0 ? sum.bursts / sum.seconds : 0);
    }
}

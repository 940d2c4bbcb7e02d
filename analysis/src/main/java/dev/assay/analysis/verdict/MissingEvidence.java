package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.PhaseEvidence.WorkerLoad;
import dev.assay.analysis.evidence.TrialEvidence;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which rules can't be applied to a trial, since its files do not have what they need. */
final class MissingEvidence {
    private static final Map<Rule, Metric> SERIES = Map.of(
            Rule.GC, Metrics.WORKER_GC_PAUSE,
            Rule.ALLOCATION_STALLS, Metrics.WORKER_ALLOCATION_STALL,
            Rule.FOREIGN_CPU, Metrics.HOST_CPU_FOREIGN,
            Rule.FOREIGN_DISK, Metrics.HOST_DISK_WRITTEN,
            Rule.CPU_PRESSURE, Metrics.HOST_PRESSURE,
            Rule.NO_SYNCS, Metrics.NODE_SYNCS,
            Rule.MACHINE_CPU, Metrics.HOST_CPU_BUSY,
            Rule.STEAL, Metrics.HOST_CPU_STEAL,
            Rule.MEMORY_PRESSURE, Metrics.HOST_PRESSURE,
            Rule.SUSPENDED, Metrics.HOST_SUSPENDED);

    private MissingEvidence() {}

    static Set<Rule> of(TrialEvidence evidence) {
        Set<Rule> missing = EnumSet.noneOf(Rule.class);
        SERIES.forEach((rule, metric) -> {
            if (!evidence.recorded().contains(metric)) {
                missing.add(rule);
            }
        });
        List<PhaseEvidence> measured = evidence.measured();
        if (measured.stream().anyMatch(phase -> phase.load().isEmpty())) {
            missing.add(Rule.RATE_MISSED);
            missing.add(Rule.OUTSTANDING_GROWING);
        }
        if (measured.stream()
                .flatMap(phase -> phase.workers().stream())
                .mapToInt(WorkerLoad::machineCores)
                .anyMatch(cores -> cores == 0)) {
            missing.add(Rule.WORKER_CPU);
        }
        return missing;
    }
}

package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.PhaseEvidence.WorkerLoad;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Whether threads of workers waited for memory that the collector had not freed yet. Such a wait is in no pause. */
final class AllocationStallRules {
    private static final double P99 = 99;

    private final PhaseEvidence evidence;
    private final Limits limits;
    private final long responseP99;

    AllocationStallRules(PhaseEvidence evidence, Limits limits) {
        this.evidence = evidence;
        this.limits = limits;
        Histogram response = evidence.latencies().of(LatencyMetric.RESPONSE).histogram();
        this.responseP99 = response.getTotalCount() == 0 ? 0 : response.getValueAtPercentile(P99);
    }

    List<Reason> reasons() {
        return evidence.workers().stream()
                .map(this::stalls)
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Reason> stalls(WorkerLoad worker) {
        double phaseNanos = evidence.phase().lengthNanos();
        boolean often = phaseNanos > 0 && worker.stallNanos() > limits.of(Limit.ALLOCATION_STALL_SHARE) * phaseNanos;
        boolean atOnce = worker.longestStallNanos() > limits.of(Limit.ALLOCATION_STALL_NANOS)
                && worker.longestStallNanos() > responseP99;
        return often || atOnce
                ? Optional.of(Rule.ALLOCATION_STALLS.degraded(
                        "threads of worker %s waited for memory %s of %s, at most %s at once (response p99 %s): the collector could not keep up"
                                .formatted(
                                        worker.worker(),
                                        FigureText.time(worker.stallNanos()),
                                        FigureText.time(phaseNanos),
                                        FigureText.time(worker.longestStallNanos()),
                                        FigureText.time(responseP99)),
                        "Give the worker a larger heap, or spread the load over more workers."))
                : Optional.empty();
    }
}

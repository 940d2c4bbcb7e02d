package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.PhaseEvidence.WorkerLoad;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Rules about clocks that disagree, and about workers without idle processors or memory. */
final class HarnessRules {
    private static final double P99 = 99;

    private final TrialRecord trial;
    private final PhaseEvidence evidence;
    private final Thresholds thresholds;
    private final List<Reason> reasons = new ArrayList<>();

    HarnessRules(TrialRecord trial, PhaseEvidence evidence, Thresholds thresholds) {
        this.trial = trial;
        this.evidence = evidence;
        this.thresholds = thresholds;
    }

    List<Reason> reasons() {
        negatives();
        evidence.workers().forEach(this::processors);
        evidence.workers().forEach(this::allocationStalls);
        return reasons;
    }

    private void negatives() {
        long error = trial.clockErrorNanos();
        if (-evidence.latencies().worstNegativeNanos() > error) {
            reasons.add(
                    Rule.NEGATIVE_LATENCY.invalid(
                            "%s latencies were below zero, the lowest %s, but the clocks should agree to within %s"
                                    .formatted(
                                            FigureText.count(
                                                    evidence.latencies().negatives()),
                                            FigureText.time(evidence.latencies().worstNegativeNanos()),
                                            FigureText.time(error)),
                            "Use workers on one host, or hosts with a quiet network between them, so that offsets can be estimated."));
        }
    }

    private void processors(WorkerLoad worker) {
        double share = worker.machineCores() == 0 ? 0 : worker.cpuCores() / worker.machineCores();
        if (share > thresholds.of(Threshold.WORKER_CPU)) {
            reasons.add(Rule.WORKER_CPU.degraded(
                    "worker %s used %.2f of its machine's %d cores (%s)"
                            .formatted(
                                    worker.worker(),
                                    worker.cpuCores(),
                                    worker.machineCores(),
                                    FigureText.percent(share)),
                    "Lower workload.rate, or use a larger machine or more of them."));
        }
    }

    /** A thread waited for memory that the collector had not freed yet. Such a wait is in no pause. */
    private void allocationStalls(WorkerLoad worker) {
        Histogram response = evidence.latencies().of(LatencyMetric.RESPONSE).histogram();
        long responseP99 = response.getTotalCount() == 0 ? 0 : response.getValueAtPercentile(P99);
        double phaseNanos = evidence.phase().lengthNanos();
        boolean often =
                phaseNanos > 0 && worker.stallNanos() > thresholds.of(Threshold.ALLOCATION_STALL_SHARE) * phaseNanos;
        boolean atOnce = worker.longestStallNanos() > thresholds.of(Threshold.ALLOCATION_STALL_NANOS)
                && worker.longestStallNanos() > responseP99;
        if (often || atOnce) {
            reasons.add(Rule.ALLOCATION_STALLS.degraded(
                    "threads of worker %s waited for memory %s of %s, at most %s at once (response p99 %s): the collector could not keep up"
                            .formatted(
                                    worker.worker(),
                                    FigureText.time(worker.stallNanos()),
                                    FigureText.time(phaseNanos),
                                    FigureText.time(worker.longestStallNanos()),
                                    FigureText.time(responseP99)),
                    "Give the worker a larger heap, or spread the load over more workers."));
        }
    }
}

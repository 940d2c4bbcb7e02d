package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.PhaseEvidence.WorkerLoad;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;

/** Rules about clocks that disagree, and about workers without idle processors. */
final class HarnessRules {
    private final TrialRecord trial;
    private final PhaseEvidence evidence;
    private final Limits limits;
    private final List<Reason> reasons = new ArrayList<>();

    HarnessRules(TrialRecord trial, PhaseEvidence evidence, Limits limits) {
        this.trial = trial;
        this.evidence = evidence;
        this.limits = limits;
    }

    List<Reason> reasons() {
        negatives();
        evidence.workers().forEach(this::processors);
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
        if (share > limits.of(Limit.WORKER_CPU)) {
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
}

package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.PhaseEvidence.WorkerLoad;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Rules about what the harness itself added to the figures. */
final class HarnessRules {
    private static final double P99 = 99;

    private final TrialRecord trial;
    private final PhaseEvidence evidence;
    private final Limits limits;
    private final long responseP99;
    private final double phaseNanos;
    private final List<Reason> reasons = new ArrayList<>();

    HarnessRules(TrialRecord trial, PhaseEvidence evidence, Limits limits) {
        this.trial = trial;
        this.evidence = evidence;
        this.limits = limits;
        responseP99 = p99(latencies(LatencyMetric.RESPONSE));
        phaseNanos = evidence.phase().lengthNanos();
    }

    private Histogram latencies(LatencyMetric metric) {
        return evidence.latencies().of(metric).histogram();
    }

    List<Reason> reasons() {
        negatives();
        if (latencies(LatencyMetric.RESPONSE).getTotalCount() > 0 && phaseNanos > 0) {
            sendDelay();
            hiccups();
        }
        for (WorkerLoad worker : evidence.workers()) {
            collections(worker);
            processors(worker);
        }
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

    private void sendDelay() {
        long delay = p99(latencies(LatencyMetric.SEND_DELAY));
        long service = p99(latencies(LatencyMetric.SERVICE));
        if (delay > limits.of(Limit.SEND_DELAY_NANOS)
                && delay > limits.of(Limit.SEND_DELAY_OF_RESPONSE) * responseP99
                && delay > service) {
            reasons.add(Rule.SEND_DELAY.degraded(
                    "at p99 messages were sent %s after their intended time (response p99 %s, service p99 %s): the workers were late, so response and end-to-end include time that the system did not cause"
                            .formatted(FigureText.time(delay), FigureText.time(responseP99), FigureText.time(service)),
                    "Give the workers more CPU, or spread the load over more producers or workers."));
        }
    }

    private void hiccups() {
        long p99 = p99(evidence.hiccups());
        long longest = evidence.hiccups().getMaxValue();
        if (p99 > limits.of(Limit.HICCUP_NANOS) && p99 > limits.of(Limit.HICCUP_OF_RESPONSE) * responseP99) {
            reasons.add(Rule.HICCUPS.degraded(
                    "at p99 sleeping threads of the workers woke %s late (response p99 %s, n %s)"
                            .formatted(
                                    FigureText.time(p99),
                                    FigureText.time(responseP99),
                                    FigureText.count(evidence.hiccups().getTotalCount())),
                    "Stop other work on the machine, or use one with dedicated processors."));
        } else if (longest > limits.of(Limit.LONGEST_HICCUP_NANOS)
                && longest > limits.of(Limit.LONGEST_HICCUP_OF_PHASE) * phaseNanos) {
            reasons.add(Rule.HICCUPS.degraded(
                    "a worker was stalled for %s of %s: p99 and above show the worker, not the system"
                            .formatted(FigureText.time(longest), FigureText.time(phaseNanos)),
                    "Run again; if it recurs, find out what suspends or starves the worker."));
        }
    }

    private void collections(WorkerLoad worker) {
        boolean often = phaseNanos > 0 && worker.gcPauseNanos() > limits.of(Limit.GC_SHARE) * phaseNanos;
        boolean atOnce =
                worker.worstGcNanos() > limits.of(Limit.GC_INTERVAL_NANOS) && worker.worstGcNanos() > responseP99;
        if (often || atOnce) {
            reasons.add(Rule.GC.degraded(
                    "worker %s paused for garbage collection %s of %s, at most %s within one interval (response p99 %s)"
                            .formatted(
                                    worker.worker(),
                                    FigureText.time(worker.gcPauseNanos()),
                                    FigureText.time(phaseNanos),
                                    FigureText.time(worker.worstGcNanos()),
                                    FigureText.time(responseP99)),
                    "Give the worker a larger heap, or spread the load over more workers."));
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

    private static long p99(Histogram histogram) {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(P99);
    }
}

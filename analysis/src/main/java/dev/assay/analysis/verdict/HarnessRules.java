package dev.assay.analysis.verdict;

import dev.assay.analysis.verdict.Rule.Limit;
import dev.assay.analysis.verdict.TrialEvidence.WorkerLoad;
import dev.assay.core.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Rules about what the harness itself added to the figures. */
final class HarnessRules {
    private static final double P99 = 99;

    private final TrialEvidence evidence;
    private final long responseP99;
    private final double phaseNanos;
    private final List<Reason> reasons = new ArrayList<>();

    HarnessRules(TrialEvidence evidence) {
        this.evidence = evidence;
        responseP99 = p99(evidence.response());
        phaseNanos = evidence.facts()
                .measure()
                .map(phase -> (double) (phase.endNanos() - phase.startNanos()))
                .orElse(0.0);
    }

    List<Reason> reasons() {
        negatives();
        if (evidence.response().getTotalCount() > 0 && phaseNanos > 0) {
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
        long error = evidence.facts().clockErrorNanos();
        if (-evidence.worstNegativeNanos() > error) {
            reasons.add(
                    Rule.NEGATIVE_LATENCY.invalid(
                            "%s latencies were below zero, the lowest %s, but the clocks should agree to within %s"
                                    .formatted(
                                            FigureText.count(evidence.negatives()),
                                            FigureText.time(evidence.worstNegativeNanos()),
                                            FigureText.time(error)),
                            "Use workers on one host, or hosts with a quiet network between them, so that offsets can be estimated."));
        }
    }

    private void sendDelay() {
        long delay = p99(evidence.sendDelay());
        long service = p99(evidence.service());
        if (delay > Limit.SEND_DELAY_NANOS && delay > Limit.SEND_DELAY_OF_RESPONSE * responseP99 && delay > service) {
            reasons.add(Rule.SEND_DELAY.degraded(
                    "at p99 messages were sent %s after their intended time (response p99 %s, service p99 %s): the workers were late, so response and end-to-end include time that the system did not cause"
                            .formatted(FigureText.time(delay), FigureText.time(responseP99), FigureText.time(service)),
                    "Give the workers more CPU, or spread the load over more producers or workers."));
        }
    }

    private void hiccups() {
        long p99 = p99(evidence.hiccups());
        long longest = evidence.hiccups().getMaxValue();
        if (p99 > Limit.HICCUP_NANOS && p99 > Limit.HICCUP_OF_RESPONSE * responseP99) {
            reasons.add(Rule.HICCUPS.degraded(
                    "at p99 sleeping threads of the workers woke %s late (response p99 %s, n %s)"
                            .formatted(
                                    FigureText.time(p99),
                                    FigureText.time(responseP99),
                                    FigureText.count(evidence.hiccups().getTotalCount())),
                    "Stop other work on the machine, or use one with dedicated processors."));
        } else if (longest > Limit.LONGEST_HICCUP_NANOS && longest > Limit.LONGEST_HICCUP_OF_PHASE * phaseNanos) {
            reasons.add(Rule.HICCUPS.degraded(
                    "a worker was stalled for %s of %s: p99 and above show the worker, not the system"
                            .formatted(FigureText.time(longest), FigureText.time(phaseNanos)),
                    "Run again; if it recurs, find out what suspends or starves the worker."));
        }
    }

    private void collections(WorkerLoad worker) {
        boolean often = phaseNanos > 0 && worker.gcPauseNanos() > Limit.GC_SHARE * phaseNanos;
        boolean atOnce = worker.worstGcNanos() > Limit.GC_INTERVAL_NANOS && worker.worstGcNanos() > responseP99;
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
        if (share > Limit.WORKER_CPU) {
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

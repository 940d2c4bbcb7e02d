package dev.assay.analysis.verdict;

import dev.assay.core.result.Verdict;
import dev.assay.core.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;

/** Applies every {@link Rule} to a trial's evidence. */
public final class Judge {
    private Judge() {}

    /**
     * The verdict, worst reasons first. A trial that failed is judged by that alone: its load broke off, so the other
     * rules would only repeat it in other words.
     */
    public static Verdict judge(TrialEvidence evidence) {
        return evidence.facts()
                .failure()
                .map(cause -> Verdict.of(List.of(failed(cause))))
                .orElseGet(() -> Verdict.of(reasons(evidence)));
    }

    private static Reason failed(String cause) {
        return Rule.TRIAL_FAILED.invalid(
                cause, "Look at the logs in the trial's folder; the run's finished trials are not affected.");
    }

    private static List<Reason> reasons(TrialEvidence evidence) {
        List<Reason> reasons = new ArrayList<>();
        if (evidence.response().getTotalCount() == 0) {
            reasons.add(Rule.NOTHING_MEASURED.invalid(
                    "no message due in the measured phase was acknowledged",
                    "Check in the logs that the system accepts messages, then run again."));
        }
        reasons.addAll(new DeliveryRules(evidence).reasons());
        reasons.addAll(new LoadRules(evidence).reasons());
        reasons.addAll(new SyncRules(evidence).reasons());
        reasons.addAll(new HarnessRules(evidence).reasons());
        reasons.addAll(new MachineRules(evidence).reasons());
        return reasons;
    }
}

package dev.assay.analysis.verdict;

import dev.assay.core.result.SteadyText;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict.Reason;
import java.util.List;

/** Whether phases that were to last until the trial is in a steady state came to one. */
final class SteadyRules {
    private SteadyRules() {}

    static List<Reason> reasons(TrialRecord trial) {
        return trial.steady().stream()
                .filter(seen -> !seen.reached())
                .map(seen -> Rule.NOT_STEADY.degraded(
                        "phase " + seen.phase() + " ended " + SteadyText.of(seen),
                        "Let the warm-up last longer, run fewer things on the machine, or lower workload.rate."))
                .toList();
    }
}

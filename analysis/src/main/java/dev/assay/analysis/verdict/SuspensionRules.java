package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.TrialEvidence;
import dev.assay.core.result.Verdict.Reason;
import java.util.List;
import java.util.TreeMap;

/** Whether machines slept: their programs can't tell, since the clock that they measure with slept, too. */
final class SuspensionRules {
    private static final double NANOS_PER_SECOND = 1e9;

    private SuspensionRules() {}

    static List<Reason> reasons(TrialEvidence evidence, Limits limits) {
        return new TreeMap<>(evidence.suspendedSeconds())
                .entrySet().stream()
                        .filter(host -> host.getValue() * NANOS_PER_SECOND >= limits.of(Limit.SUSPENDED_NANOS))
                        .map(host -> Rule.SUSPENDED.invalid(
                                "host " + host.getKey() + " was suspended for "
                                        + FigureText.time(host.getValue() * NANOS_PER_SECOND)
                                        + " during the trial",
                                "Keep the machine awake (such as with systemd-inhibit), and run the trial again."))
                        .toList();
    }
}

package dev.assay.analysis.verdict;

import dev.assay.analysis.verdict.Rule.Limit;
import dev.assay.core.result.Verdict.Reason;
import java.util.List;

/**
 * Whether servers synced to their disks as often as the durability level implies. A message that is acknowledged only
 * when it is on a disk has a sync between its sending and its acknowledgement. Of messages whose spans do not overlap no
 * two can share one; at a steady rate there are at least 1 / (service p99 + gap between messages) such spans a second.
 */
final class SyncRules {
    private static final double PERCENTILE = 99;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TrialEvidence evidence;

    SyncRules(TrialEvidence evidence) {
        this.evidence = evidence;
    }

    List<Reason> reasons() {
        if (!evidence.facts().syncsPromised()
                || evidence.syncsPerSecond().isEmpty()
                || evidence.service().getTotalCount() == 0) {
            return List.of();
        }
        double counted = evidence.syncsPerSecond().getAsDouble();
        double needed = neededPerSecond();
        return counted >= Limit.SYNCS_OF_NEEDED * needed
                ? List.of()
                : List.of(Rule.NO_SYNCS.degraded(
                        "the level promises that messages are on a disk when they are acknowledged, but all servers together made %s syncs per second, where acknowledging as it was measured takes at least %s"
                                .formatted(perSecond(counted), perSecond(needed)),
                        "Compare the effective settings with those of the level; verify the level with assay verify."));
    }

    private double neededPerSecond() {
        double service = evidence.service().getValueAtPercentile(PERCENTILE) / NANOS_PER_SECOND;
        return 1 / (service + 1 / evidence.facts().offeredPerSecond());
    }

    private static String perSecond(double syncs) {
        return syncs < 10 ? String.format(java.util.Locale.ROOT, "%.1f", syncs) : FigureText.count(syncs);
    }
}

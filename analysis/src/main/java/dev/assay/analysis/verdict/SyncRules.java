package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Whether servers synced to their disks as often as the durability level implies. A message that is acknowledged only
 * when it is on a disk has a sync between its sending and its acknowledgement. Of messages whose spans do not overlap no
 * two can share one; at a steady rate there are at least 1 / (service p99 + gap between messages) such spans a second.
 */
final class SyncRules {
    private static final double PERCENTILE = 99;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TrialRecord trial;
    private final PhaseEvidence evidence;
    private final Thresholds thresholds;
    private final Histogram service;

    SyncRules(TrialRecord trial, PhaseEvidence evidence, Thresholds thresholds) {
        this.trial = trial;
        this.evidence = evidence;
        this.thresholds = thresholds;
        this.service = evidence.latencies().of(LatencyMetric.SERVICE).histogram();
    }

    List<Reason> reasons() {
        if (!trial.durability().asked().localSync()
                || evidence.syncsPerSecond().isEmpty()
                || service.getTotalCount() == 0
                || evidence.offeredPerSecond() <= 0) {
            return List.of();
        }
        double counted = evidence.syncsPerSecond().getAsDouble();
        double needed = neededPerSecond();
        return counted >= thresholds.of(Threshold.SYNCS_OF_NEEDED) * needed
                ? List.of()
                : List.of(
                        Rule.NO_SYNCS.degraded(
                                "the level promises that messages are on disk when they are acknowledged, but all servers together made %s syncs per second, and the acknowledgements as measured require at least %s"
                                        .formatted(perSecond(counted), perSecond(needed)),
                                "Compare the effective settings with those of the level, and verify the level with assay verify."));
    }

    private double neededPerSecond() {
        double seconds = service.getValueAtPercentile(PERCENTILE) / NANOS_PER_SECOND;
        return 1 / (seconds + 1 / evidence.offeredPerSecond());
    }

    private static String perSecond(double syncs) {
        return syncs < 10 ? String.format(java.util.Locale.ROOT, "%.1f", syncs) : FigureText.count(syncs);
    }
}

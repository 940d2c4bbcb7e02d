package dev.assay.analysis.evidence;

import dev.assay.model.metric.Metric;
import dev.assay.model.result.Series;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that figures and verdicts of a trial rest on.
 *
 * @param subscriptions by number
 * @param tailing those of them that read from the start on and were never held
 * @param phases in order, those that are not measured included
 * @param stillArriving whether messages still arrived in the last two seconds on record
 * @param recorded the metrics that the series has at all
 * @param suspendedSeconds for how long machines were suspended at any time of the trial, by name; without those that were not
 * @param series for charts
 * @param lines for charts
 * @param heatMaps for charts
 * @param secondsPerPoint how many seconds one instant of series and lines stands for
 */
public record TrialEvidence(
        TrialRecord trial,
        List<TrialSubscription> subscriptions,
        List<TrialSubscription> tailing,
        List<PhaseEvidence> phases,
        boolean stillArriving,
        List<CatchUp> catchUps,
        List<Episode> episodes,
        Set<Metric> recorded,
        Map<String, Double> suspendedSeconds,
        Series series,
        List<LatencyLine> lines,
        List<LatencyHeatMap> heatMaps,
        int secondsPerPoint) {
    public TrialEvidence {
        subscriptions = List.copyOf(subscriptions);
        tailing = List.copyOf(tailing);
        phases = List.copyOf(phases);
        catchUps = List.copyOf(catchUps);
        episodes = List.copyOf(episodes);
        recorded = Set.copyOf(recorded);
        suspendedSeconds = Map.copyOf(suspendedSeconds);
        lines = List.copyOf(lines);
        heatMaps = List.copyOf(heatMaps);
    }

    /** The phases whose figures are part of the result. */
    public List<PhaseEvidence> measured() {
        return phases.stream().filter(phase -> phase.phase().measured()).toList();
    }
}

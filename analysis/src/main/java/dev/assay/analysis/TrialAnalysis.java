package dev.assay.analysis;

import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.analysis.statistics.LatencyHeatMap;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.model.result.JudgedTrial;
import dev.assay.model.result.Series;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All statistics of one trial that a report shows.
 *
 * @param trial its record, with the verdict at the time
 * @param verdict by the present rules
 * @param phases in order, those that are not measured included
 * @param catchUps of consumer groups that were behind
 * @param eventWindows what others saw of them, and of faults
 * @param overTime every metric over the whole load
 * @param heatMaps of response and end-to-end, where there are samples
 * @param secondsPerPoint how many seconds one instant of {@code overTime} and {@code series} stands for; where there are more than
 *     one, each has two: with the lowest values of them, and with the highest
 */
public record TrialAnalysis(
        TrialRecord trial,
        Verdict verdict,
        List<PhaseAnalysis> phases,
        List<CatchUp> catchUps,
        List<EventWindowAnalysis> eventWindows,
        List<LatencyLine> overTime,
        List<LatencyHeatMap> heatMaps,
        Series series,
        int secondsPerPoint) {
    public TrialAnalysis {
        phases = List.copyOf(phases);
        catchUps = List.copyOf(catchUps);
        eventWindows = List.copyOf(eventWindows);
        overTime = List.copyOf(overTime);
        heatMaps = List.copyOf(heatMaps);
    }

    /** The phases whose values are part of the result. */
    public List<PhaseAnalysis> measured() {
        return phases.stream().filter(phase -> phase.phase().measured()).toList();
    }

    /** Whether the present rules give another grade than those at the time did. */
    public boolean judgedOtherwise() {
        return verdict.grade() != trial.verdict().grade();
    }

    /** The trial with the verdict of now. */
    public JudgedTrial judged() {
        return new JudgedTrial(
                trial,
                verdict,
                measured().stream()
                        .flatMap(phase -> phase.limits().stream()
                                .map(limits -> BottleneckText.row(phase.phase().name(), limits)))
                        .toList(),
                measured().stream()
                        .collect(Collectors.toMap(
                                phase -> phase.phase().name(), PhaseAnalysis::achievedPerSecond, (one, _) -> one)));
    }
}

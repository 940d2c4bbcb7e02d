package dev.assay.analysis;

import dev.assay.analysis.reading.PhaseReadings;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Standing;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.CatchUp;
import dev.assay.analysis.statistics.LatencyHeatMap;
import dev.assay.analysis.statistics.LatencyLine;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Series;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * @param trial its record, with the verdict at the time
 * @param verdict by the present rules
 * @param phases in order, those that are not measured included
 * @param catchUps of consumer groups that were behind
 * @param eventWindows what other clients measured around catch-ups and faults
 * @param overTime every metric over the whole load
 * @param heatMaps of response and end-to-end, where there are samples
 * @param secondsPerPoint how many seconds one instant of {@code overTime} and {@code series} stands for; where there are more than
 *     one, each instant has two points: with the lowest values, and with the highest
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

    /** Returns a copy that takes less memory, with all that is compared. */
    public TrialAnalysis withoutCharts() {
        return new TrialAnalysis(
                trial, verdict, phases, catchUps, List.of(), List.of(), List.of(), Series.EMPTY, secondsPerPoint);
    }

    public List<PhaseAnalysis> measured() {
        return phases.stream().filter(phase -> phase.phase().measured()).toList();
    }

    public boolean judgedOtherwise() {
        return verdict.grade() != trial.verdict().grade();
    }

    /**
     * Returns the values phase by phase, and then those of the whole trial. The latencies of an only subscription equal those of all
     * together, and are listed once.
     */
    public List<Reading> rows() {
        List<Reading> rows = new ArrayList<>();
        for (PhaseAnalysis phase : measured()) {
            for (Reading row : phase.rows()) {
                boolean ofGroup = !row.source().subscription().isEmpty();
                if (!ofGroup || row.statistic().metric().isEmpty() || phase.tellsGroupsApart()) {
                    rows.add(row);
                }
            }
        }
        rows.addAll(catchUpRows());
        return rows;
    }

    public List<Reading> catchUpRows() {
        return PhaseReadings.of(trial, verdict, catchUps);
    }

    /**
     * Returns the value that stands for a statistic, or a reading that says why there is none.
     *
     * @param phase its name; empty for the only one that is measured
     */
    public Reading reading(Statistic statistic, Optional<String> phase) {
        List<PhaseAnalysis> named = measured().stream()
                .filter(one -> phase.map(one.phase().name()::equals).orElse(true))
                .toList();
        Source source =
                Source.of(trial, named.size() == 1 ? named.getFirst().phase().name() : phase.orElse(""), "", statistic);
        if (named.size() != 1) {
            return Reading.without(
                    source, Outcome.LEFT_OUT, named.isEmpty() ? "no such phase" : "several phases and none named");
        }
        return named.getFirst()
                .headline(statistic)
                .orElseGet(() -> Standing.of(verdict, source.phase()).missing(source));
    }

    public Reading reading(LatencyStatistic statistic) {
        return reading(Statistic.of(statistic), statistic.phase());
    }
}

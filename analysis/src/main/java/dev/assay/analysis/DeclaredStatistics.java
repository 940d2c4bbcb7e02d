package dev.assay.analysis;

import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.ResultStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads from recorded trials which statistics their scenario declares as its result. */
public final class DeclaredStatistics {
    private DeclaredStatistics() {}

    /** Returns the statistics that any of the trials declares, in the order declared; none where all leave the default. */
    public static List<LatencyStatistic> of(List<TrialRecord> trials) {
        Set<LatencyStatistic> declared = new LinkedHashSet<>();
        for (TrialRecord trial : trials) {
            ResultStatistics result = trial.plan().result();
            if (!result.statistics().equals(ResultStatistics.DEFAULT.statistics())) {
                declared.addAll(result.statistics());
            }
        }
        return List.copyOf(declared);
    }

    /**
     * Returns the declared statistics of a run and then the usual ones not yet among them, all without a phase.
     *
     * @param usual those shown where nothing is declared
     */
    public static List<LatencyStatistic> before(List<LatencyStatistic> usual, RunAnalysis run) {
        Set<LatencyStatistic> all = new LinkedHashSet<>();
        of(run.trials().stream().map(TrialAnalysis::trial).toList())
                .forEach(statistic -> all.add(statistic.withoutPhase()));
        all.addAll(usual);
        return List.copyOf(all);
    }
}

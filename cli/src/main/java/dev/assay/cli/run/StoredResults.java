package dev.assay.cli.run;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.core.experiment.TrialResult;
import dev.assay.core.plan.PlannedTrial;
import dev.assay.core.result.LatencyStatistic;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.store.RunDirectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The results of trials, as the run directory has them: those of this moment and those from before an interruption alike.
 *
 * @param wanted the statistics that are wanted of each
 */
record StoredResults(RunDirectory directory, List<LatencyStatistic> wanted) {
    /** The result of a trial; empty where it did not run, or was interrupted. */
    Optional<TrialResult> of(PlannedTrial trial) {
        if (directory.hasFinished(trial.folder())) {
            return Optional.of(result(
                    trial,
                    Optional.of(directory.readRecord(trial.folder()).verdict().grade()),
                    wanted.isEmpty() ? Map.of() : figures(trial)));
        }
        return directory.hasFailed(trial.folder())
                ? Optional.of(result(trial, Optional.empty(), Map.of()))
                : Optional.empty();
    }

    private static TrialResult result(PlannedTrial trial, Optional<Grade> grade, Map<LatencyStatistic, Double> nanos) {
        return new TrialResult(trial.number(), trial.label(), trial.repetition(), grade, nanos);
    }

    private Map<LatencyStatistic, Double> figures(PlannedTrial trial) {
        TrialAnalysis analysis = TrialAnalyzer.analyze(directory.readTrial(trial.folder()));
        Map<LatencyStatistic, Double> nanos = new HashMap<>();
        for (LatencyStatistic statistic : wanted) {
            analysis.measured().stream()
                    .filter(phase ->
                            statistic.phase().map(phase.phase().name()::equals).orElse(true))
                    .flatMap(phase -> phase.headline(statistic.metric()).stream())
                    .findFirst()
                    .ifPresent(summary -> nanos.put(statistic, figure(summary, statistic.percent())));
        }
        return nanos;
    }

    private static double figure(LatencySummary summary, OptionalDouble percent) {
        return percent.isEmpty()
                ? summary.meanNanos()
                : summary.quantiles().stream()
                        .filter(quantile -> quantile.percent() == percent.getAsDouble())
                        .findFirst()
                        .orElseThrow()
                        .nanos();
    }
}

package dev.assay.analysis.experiment;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.reading.Reading;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the results of trials from the run directory, those of this process and those from before an interruption alike.
 *
 * @param wanted the statistics to read from each trial
 * @param load whether to evaluate how the system bore the load
 * @param calibration to compare values with, in order to find what was at its limit
 */
public record StoredResults(
        RunDirectory directory, List<LatencyStatistic> wanted, boolean load, CalibrationStatus calibration) {
    public static StoredResults of(RunDirectory directory, Experiment experiment) {
        return new StoredResults(
                directory,
                experiment.asksFor(),
                experiment.asksForLoad(),
                directory.record().calibration());
    }

    /** Returns the result of a trial; null where it did not run, or was interrupted. */
    @Nullable
    public TrialResult of(PlannedTrial trial) {
        if (!directory.hasFinished(trial.folder())) {
            return directory.hasFailed(trial.folder()) ? result(trial, null, Map.of(), failed(trial.folder())) : null;
        }
        Grade grade = directory.readRecord(trial.folder()).verdict().grade();
        if (wanted.isEmpty() && !load) {
            return result(trial, grade, Map.of(), null);
        }
        TrialAnalysis analysis = TrialAnalyzer.analyze(directory.readTrial(trial.folder()), calibration);
        LoadOutcome sustained = load ? SustainedLoad.of(analysis, limit(analysis)) : null;
        return result(trial, grade, values(analysis), sustained);
    }

    private static String limit(TrialAnalysis analysis) {
        return analysis.measured().stream()
                .flatMap(phase -> phase.limits().stream())
                .reduce((_, later) -> later)
                .map(BottleneckText::headline)
                .orElse(CapacityRecord.NO_LIMIT);
    }

    private LoadOutcome failed(String folder) {
        String reason = directory
                .failure(folder)
                .flatMap(text -> text.lines().findFirst())
                .orElse("it did not finish");
        return directory.hasFailedUnderLoad(folder)
                ? new LoadOutcome(
                        Outcome.BAD, "the system failed under load: " + reason, false, CapacityRecord.NO_LIMIT)
                : new LoadOutcome(Outcome.NO_EVIDENCE, reason, false, CapacityRecord.NO_LIMIT);
    }

    private static TrialResult result(
            PlannedTrial trial,
            @Nullable Grade grade,
            Map<LatencyStatistic, Reading> values,
            @Nullable LoadOutcome sustained) {
        return new TrialResult(
                trial.number(),
                trial.label(),
                trial.repetition(),
                Optional.ofNullable(grade),
                values,
                Optional.ofNullable(sustained));
    }

    private Map<LatencyStatistic, Reading> values(TrialAnalysis analysis) {
        Map<LatencyStatistic, Reading> values = new HashMap<>();
        wanted.forEach(statistic -> values.put(statistic, analysis.reading(statistic)));
        return values;
    }
}

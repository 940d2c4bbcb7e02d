package dev.assay.run;

import dev.assay.analysis.KnownRange;
import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.analysis.SustainedLoad;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.run.directory.RunDirectory;
import dev.assay.scenario.experiment.Experiment;
import dev.assay.scenario.experiment.LoadOutcome;
import dev.assay.scenario.experiment.TrialResult;
import dev.assay.scenario.experiment.TrialResult.ValueRange;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of trials, as the run directory has them: those of this moment and those from before an interruption alike.
 *
 * @param wanted the statistics that are wanted of each
 * @param load whether it is wanted how the system bore the load
 * @param calibration that values can be held against, to tell what was at its limit
 */
record StoredResults(
        RunDirectory directory, List<LatencyStatistic> wanted, boolean load, CalibrationStatus calibration) {
    /** Those that an experiment asks for. */
    static StoredResults of(RunDirectory directory, Experiment experiment) {
        return new StoredResults(
                directory,
                experiment.asksFor(),
                experiment.asksForLoad(),
                directory.record().calibration());
    }

    /** The result of a trial; null where it did not run, or was interrupted. */
    @Nullable
    TrialResult of(PlannedTrial trial) {
        if (!directory.hasFinished(trial.folder())) {
            return directory.hasFailed(trial.folder())
                    ? result(trial, null, new Values(), failed(trial.folder()))
                    : null;
        }
        Grade grade = directory.readRecord(trial.folder()).verdict().grade();
        if (wanted.isEmpty() && !load) {
            return result(trial, grade, new Values(), null);
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
            PlannedTrial trial, @Nullable Grade grade, Values values, @Nullable LoadOutcome sustained) {
        return new TrialResult(
                trial.number(),
                trial.label(),
                trial.repetition(),
                Optional.ofNullable(grade),
                values.nanos,
                values.ranges,
                Optional.ofNullable(sustained));
    }

    /** The statistics of a trial, and how far those are known that are not known exactly. */
    private record Values(Map<LatencyStatistic, Double> nanos, Map<LatencyStatistic, ValueRange> ranges) {
        Values() {
            this(new HashMap<>(), new HashMap<>());
        }

        void add(LatencyStatistic statistic, double value, Quality quality) {
            nanos.put(statistic, value);
            KnownRange.of(value, quality).ifPresent(range -> ranges.put(statistic, range));
        }
    }

    private Values values(TrialAnalysis analysis) {
        Values values = new Values();
        for (LatencyStatistic statistic : wanted) {
            analysis.measured().stream()
                    .filter(phase ->
                            statistic.phase().map(phase.phase().name()::equals).orElse(true))
                    .flatMap(phase -> phase.headline(statistic.metric()).stream())
                    .findFirst()
                    .ifPresent(summary -> add(values, statistic, summary));
        }
        return values;
    }

    private static void add(Values values, LatencyStatistic statistic, LatencySummary summary) {
        if (statistic.percent().isEmpty()) {
            values.add(statistic, summary.meanNanos(), summary.mean());
            return;
        }
        Quantile quantile = summary.quantile(statistic.percent().getAsDouble()).orElseThrow();
        values.add(statistic, (double) quantile.nanos(), quantile.quality());
    }
}

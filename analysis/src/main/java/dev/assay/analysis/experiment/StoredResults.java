package dev.assay.analysis.experiment;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.comparison.Reading;
import dev.assay.analysis.experiment.TrialResult.ValueRange;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
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
public record StoredResults(
        RunDirectory directory, List<LatencyStatistic> wanted, boolean load, CalibrationStatus calibration) {
    /** Those that an experiment asks for. */
    public static StoredResults of(RunDirectory directory, Experiment experiment) {
        return new StoredResults(
                directory,
                experiment.asksFor(),
                experiment.asksForLoad(),
                directory.record().calibration());
    }

    /** The result of a trial; null where it did not run, or was interrupted. */
    @Nullable
    public TrialResult of(PlannedTrial trial) {
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

    /**
     * A search asks where the system's own value lies, whatever else degrades the trial; otherwise what counts in a comparison counts, and
     * nothing else: of a lower bound it is not known how high it is.
     */
    private Values values(TrialAnalysis analysis) {
        Values values = new Values();
        for (LatencyStatistic statistic : wanted) {
            Reading reading = Reading.of(analysis, statistic);
            if (load && reading.measured() > 0) {
                values.nanos.put(statistic, reading.measured());
                values.ranges.put(statistic, range(reading));
            } else if (!load && !reading.lowerBound()) {
                reading.value().ifPresent(value -> values.nanos.put(statistic, value));
            }
        }
        return values;
    }

    private static ValueRange range(Reading reading) {
        if (!reading.supported()) {
            return new ValueRange(0, Double.POSITIVE_INFINITY, "which too few samples lie above");
        }
        String why = reading.lowerBound()
                ? "but more where messages failed or never arrived"
                : "but the harness or clocks account for up to %s of it"
                        .formatted(DurationText.millis(reading.high() - reading.low()));
        return new ValueRange(reading.low(), reading.high(), why);
    }

    /** The statistics of a trial, and how far they are known where a search asks. */
    private record Values(Map<LatencyStatistic, Double> nanos, Map<LatencyStatistic, ValueRange> ranges) {
        Values() {
            this(new HashMap<>(), new HashMap<>());
        }
    }
}

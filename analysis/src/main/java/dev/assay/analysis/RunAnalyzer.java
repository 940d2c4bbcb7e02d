package dev.assay.analysis;

import dev.assay.analysis.LatencySummary.Quantile;
import dev.assay.model.result.LatencyRow;
import dev.assay.model.result.LatencyRow.Marks;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerifiedBy;
import dev.assay.store.RunDirectory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes the statistics of all trials of a run. */
public final class RunAnalyzer {
    private RunAnalyzer() {}

    /** All statistics of a run, from its directory. */
    public static RunAnalysis analyze(RunDirectory directory) {
        RunAnalysis finished = analyze(
                directory.record(),
                directory.finished().stream().map(directory::readTrial),
                directory.verifications(),
                directory.verifiedBy());
        Map<String, Point> points =
                finished.run().conditions().map(RunConditions::points).orElse(Map.of());
        return finished.missing(directory.missing().stream()
                .map(trial -> Optional.ofNullable(points.get(trial.label()))
                        .map(trial::of)
                        .orElse(trial))
                .toList());
    }

    /**
     * All statistics of a run, by the present rules. Its trials are read one after the other: only one is gone through at a time.
     *
     * @param verifications what the run itself verified of the durability
     * @param verifiedBy what the run that it names has verified; empty where it names none
     */
    public static RunAnalysis analyze(
            RunRecord run,
            Stream<StoredTrial> trials,
            List<VerificationRecord> verifications,
            Optional<VerifiedBy> verifiedBy) {
        return new RunAnalysis(
                run,
                trials.map(trial -> TrialAnalyzer.analyze(trial, run.calibration()))
                        .toList(),
                verifications,
                verifiedBy);
    }

    /** The measured distributions of all trials as lines of the summary files. */
    public static List<LatencyRow> rows(RunAnalysis run) {
        return run.trials().stream()
                .flatMap(trial -> trial.measured().stream().flatMap(phase -> rows(trial, phase)))
                .toList();
    }

    private static Stream<LatencyRow> rows(TrialAnalysis trial, PhaseAnalysis phase) {
        Stream<LatencyRow> own = phase.tellsGroupsApart()
                ? phase.groups().stream()
                        .flatMap(group -> group.latencies().stream()
                                .map(summary -> row(
                                        trial,
                                        phase,
                                        group.subscription().name(),
                                        summary,
                                        phase.slowest(summary.metric()).equals(Optional.of(group)))))
                : Stream.empty();
        return Stream.concat(phase.latencies().stream().map(summary -> row(trial, phase, "", summary, false)), own);
    }

    private static LatencyRow row(
            TrialAnalysis trial, PhaseAnalysis phase, String subscription, LatencySummary summary, boolean slowest) {
        TreeMap<Double, Long> quantiles = new TreeMap<>();
        TreeMap<Double, String> marks = new TreeMap<>();
        summary.quantiles().forEach(quantile -> {
            quantiles.put(quantile.percent(), quantile.nanos());
            marks.put(quantile.percent(), quantile.quality().tags());
        });
        double supported = summary.quantiles().stream()
                .filter(Quantile::supported)
                .mapToDouble(Quantile::percent)
                .max()
                .orElse(0);
        return new LatencyRow(
                trial.trial(),
                phase.phase().name(),
                subscription,
                summary.metric(),
                summary.samples(),
                summary.negatives(),
                summary.meanNanos(),
                quantiles,
                summary.maxNanos(),
                supported,
                new Marks(
                        summary.censored(),
                        summary.mean().tags(),
                        marks,
                        summary.max().tags()),
                slowest);
    }
}

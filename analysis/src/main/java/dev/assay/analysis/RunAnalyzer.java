package dev.assay.analysis;

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
import java.util.stream.Stream;

public final class RunAnalyzer {
    private RunAnalyzer() {}

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
     * Analyzes all trials of a run by the present rules. They are read one after the other, so that only one is in memory at a time.
     *
     * @param verifications what the run itself verified of the durability
     * @param verifiedBy verifications of the run that this run names; empty where it names none
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
}

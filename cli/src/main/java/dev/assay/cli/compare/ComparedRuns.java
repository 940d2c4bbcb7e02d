package dev.assay.cli.compare;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.run.Reporting;
import dev.assay.store.RunDirectory;
import dev.assay.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads runs and compares them. */
final class ComparedRuns {
    private ComparedRuns() {}

    /** One run in itself, or several with the first. */
    static Comparison compare(List<Path> directories, ComparisonRequest request) {
        try {
            List<RunAnalysis> runs =
                    directories.stream().map(ComparedRuns::read).toList();
            return runs.size() == 1 ? Comparison.within(runs.getFirst(), request) : Comparison.ofRuns(runs, request);
        } catch (Uncomparable e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** What is to be compared, from options. */
    static ComparisonRequest request(
            Optional<String> by, Optional<String> baseline, List<String> statistics, double thresholdPercent) {
        try {
            return new ComparisonRequest(by, baseline, statistics, thresholdPercent / 100);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private static RunAnalysis read(Path directory) {
        try {
            RunAnalysis run = Reporting.analyze(RunDirectory.open(directory));
            if (run.trials().isEmpty()) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "no trial of " + directory + " was finished, so there is nothing to compare");
            }
            return run;
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }
}

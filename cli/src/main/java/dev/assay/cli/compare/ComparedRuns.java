package dev.assay.cli.compare;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.RunSeries;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.cli.run.Reporting;
import dev.assay.run.directory.RunDirectory;
import dev.assay.run.directory.StoreException;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Reads runs, compares them, and finds their reports. */
public final class ComparedRuns {
    private ComparedRuns() {}

    /** Runs with other ones. */
    static Comparison compare(List<Path> baseline, List<Path> candidate, ComparisonRequest request) {
        try {
            return Comparison.ofRuns(
                    baseline.stream().map(ComparedRuns::read).toList(),
                    candidate.stream().map(ComparedRuns::read).toList(),
                    request);
        } catch (Uncomparable e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** One run in itself, or several by what they measured. */
    static Comparison of(List<RunAnalysis> runs, ComparisonRequest request) {
        try {
            return runs.size() == 1 ? Comparison.within(runs.getFirst(), request) : Comparison.ofRuns(runs, request);
        } catch (Uncomparable e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Each run beside the one before it; one of which no trial finished keeps its place. */
    static List<RunSeries> inOrder(List<Path> directories, ComparisonRequest request) {
        try {
            return RunSeries.of(directories.stream().map(ComparedRuns::analyze).toList(), request.statistics());
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

    /** A run with a trial to compare. */
    public static RunAnalysis read(Path directory) {
        RunAnalysis run = analyze(directory);
        if (run.trials().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "no trial of " + directory + " finished, so there is nothing to compare");
        }
        return run;
    }

    private static RunAnalysis analyze(Path directory) {
        try {
            return Reporting.analyze(RunDirectory.open(directory));
        } catch (StoreException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * A reference from a page to the report of a run.
     *
     * @param page where the page is to be
     * @return empty where the run has no report, or none that a relative path leads to
     */
    public static Optional<String> link(Path page, Path directory) {
        return reference(page, directory.resolve("report.html"));
    }

    /**
     * A reference from a page to a file.
     *
     * @param page where the page is to be
     * @return empty where there is no such file, or none that a relative path leads to
     */
    public static Optional<String> reference(Path page, Path file) {
        Path to = file.toAbsolutePath().normalize();
        Path from = page.toAbsolutePath().normalize().getParent();
        if (!Files.isRegularFile(to) || from == null || !Objects.equals(from.getRoot(), to.getRoot())) {
            return Optional.empty();
        }
        // A first segment with a colon would be taken for a scheme.
        return Optional.of("./"
                + StreamSupport.stream(from.relativize(to).spliterator(), false)
                        .map(segment -> URLEncoder.encode(segment.toString(), StandardCharsets.UTF_8)
                                .replace("+", "%20"))
                        .collect(Collectors.joining("/")));
    }
}

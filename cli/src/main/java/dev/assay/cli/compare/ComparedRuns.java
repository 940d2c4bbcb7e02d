package dev.assay.cli.compare;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.RunSeries;
import dev.assay.analysis.comparison.Uncomparable;
import dev.assay.cli.run.Reporting;
import dev.assay.model.exit.CommandFailure;
import dev.assay.report.ComparedRun;
import dev.assay.report.HtmlReport;
import dev.assay.store.LatestRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** @param directories of the runs, in the same order */
public record ComparedRuns(List<Path> directories, List<RunAnalysis> runs, Comparison comparison) {
    public ComparedRuns {
        directories = List.copyOf(directories);
        runs = List.copyOf(runs);
    }

    /**
     * Compares one run in itself, or several runs with each other.
     *
     * @param by the dimension to compare by
     * @param baselines a value of a dimension, as NAME or KEY=NAME; or directories of other runs; empty for the first value or run
     * @throws CommandFailure where that is not possible
     */
    public static ComparedRuns of(
            List<Path> directories,
            Optional<String> by,
            List<String> baselines,
            List<String> statistics,
            double thresholdPercent) {
        List<Path> paths = baselines.stream()
                .map(Path::of)
                .map(path -> Files.isDirectory(LatestRun.RUNS.resolve(LatestRun.NAME)) ? LatestRun.named(path) : path)
                .toList();
        boolean ofRuns = !paths.isEmpty() && paths.stream().allMatch(Files::isDirectory);
        if (!ofRuns && baselines.size() > 1) {
            throw CommandFailure.badInput(
                    "--baseline: expected run directories, or one value of a dimension such as version=3.9.1, but found '"
                            + String.join("', '", baselines) + "'");
        }
        if (ofRuns) {
            ComparisonRequest request = request(by, Optional.empty(), statistics, thresholdPercent);
            List<RunAnalysis> baseline = paths.stream().map(ComparedRuns::read).toList();
            List<RunAnalysis> candidate =
                    directories.stream().map(ComparedRuns::read).toList();
            return new ComparedRuns(
                    Stream.concat(paths.stream(), directories.stream()).toList(),
                    Stream.concat(baseline.stream(), candidate.stream()).toList(),
                    compared(() -> Comparison.ofRuns(baseline, candidate, request)));
        }
        if (directories.size() > 1 && !baselines.isEmpty()) {
            throw CommandFailure.badInput(
                    "--baseline " + baselines.getFirst() + " compares parts of one run, but several are given");
        }
        ComparisonRequest request = request(by, baselines.stream().findFirst(), statistics, thresholdPercent);
        List<RunAnalysis> runs = directories.stream().map(ComparedRuns::read).toList();
        return new ComparedRuns(
                directories,
                runs,
                compared(() -> runs.size() == 1
                        ? Comparison.within(runs.getFirst(), request)
                        : Comparison.ofRuns(runs, request)));
    }

    /** Compares each run with the one before it; a run without a finished trial keeps its place. */
    public static List<RunSeries> inOrder(List<Path> directories, List<String> statistics) {
        List<String> wanted =
                request(Optional.empty(), Optional.empty(), statistics, 0).statistics();
        return compared(() ->
                RunSeries.of(directories.stream().map(ComparedRuns::analyze).toList(), wanted));
    }

    /** Renders the comparison as a page that will be written to {@code file}, since links to the runs' reports are relative to it. */
    public String page(Path file) {
        return HtmlReport.render(
                comparison,
                IntStream.range(0, runs.size())
                        .mapToObj(
                                index -> new ComparedRun(runs.get(index), Reporting.link(file, directories.get(index))))
                        .toList());
    }

    private static ComparisonRequest request(
            Optional<String> by, Optional<String> baseline, List<String> statistics, double thresholdPercent) {
        return CommandFailure.reading(
                "", () -> new ComparisonRequest(by, baseline, statistics, thresholdPercent / 100));
    }

    private static <T> T compared(Supplier<T> comparison) {
        try {
            return comparison.get();
        } catch (Uncomparable e) {
            throw CommandFailure.badInput(String.valueOf(e.getMessage()), e);
        }
    }

    /** Analyses a run; refuses one without a trial to compare. */
    private static RunAnalysis read(Path directory) {
        RunAnalysis run = analyze(directory);
        if (run.trials().isEmpty()) {
            throw CommandFailure.badInput("no trial of " + directory + " finished, so there is nothing to compare");
        }
        return run;
    }

    private static RunAnalysis analyze(Path directory) {
        return RunAnalyzer.analyze(Reporting.open(directory));
    }
}

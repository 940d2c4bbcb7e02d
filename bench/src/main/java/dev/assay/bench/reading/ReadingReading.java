package dev.assay.bench.reading;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.RunAnalyzer;
import dev.assay.bench.load.ChildJvm;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;

/** Reads a run and makes its figures, as {@code assay report} does before it writes the page. */
public final class ReadingReading {
    private static final double NANOS_PER_SECOND = 1e9;

    private ReadingReading() {}

    /**
     * Tells {@code seconds} and the {@code samples} of the first metric.
     *
     * @param arguments the run's folder
     */
    public static void main(String[] arguments) {
        long start = System.nanoTime();
        RunDirectory run = RunDirectory.open(Path.of(arguments[0]));
        RunAnalysis analysis =
                RunAnalyzer.analyze(run.record(), run.finished().stream().map(run::readTrial));
        ChildJvm.tell("seconds", (System.nanoTime() - start) / NANOS_PER_SECOND);
        ChildJvm.tell(
                "samples",
                analysis.trials().getFirst().latencies().getFirst().samples());
    }
}

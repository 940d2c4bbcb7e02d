package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.result.TrialRecord;
import dev.assay.report.text.Formats;
import dev.assay.report.text.LatencyUnit;
import dev.assay.report.view.Block.Fact;
import dev.assay.report.view.Block.Facts;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows the accuracy of the measurement itself in a phase, which limits every value of it. */
final class HarnessView {
    private static final double NANOS_PER_MILLI = 1e6;

    private HarnessView() {}

    /**
     * Returns the section about a phase of a trial.
     *
     * @param phase its name in headings; empty where there is only one
     */
    static Section of(TrialRecord trial, PhaseAnalysis analysis, String phase) {
        List<Fact> facts = new ArrayList<>();
        facts.add(hiccup("Hiccup p99", analysis.row(Statistic.HICCUP_P99)));
        facts.add(hiccup("Hiccup p99.9", analysis.row(Statistic.HICCUP_P999)));
        facts.add(hiccup("Longest hiccup", analysis.row(Statistic.HICCUP_MAX)));
        analysis.workers().forEach(worker -> facts.add(pauses(worker)));
        facts.add(negatives(analysis));
        facts.add(fact(
                "Clock error",
                trial.setup().clockErrorNanos() == 0
                        ? "0 ns"
                        : "± " + LatencyUnit.text(trial.setup().clockErrorNanos()),
                trial.setup().clockErrorNanos() == 0
                        ? "all workers on one host, one clock"
                        : "workers' clocks may be this far apart"));
        return new Section(
                "",
                "The harness itself" + (phase.isEmpty() ? "" : ", " + phase),
                floor(analysis.row(Statistic.HICCUP_P999).filter(Reading::counts)),
                Fold.PAGE_FOLDED,
                List.of(new Facts(facts)));
    }

    private static Fact fact(String name, String value, String under) {
        return new Fact(name, value, under, false);
    }

    private static Fact hiccup(String name, Optional<Reading> row) {
        return fact(
                name,
                row.filter(Reading::counts)
                        .map(counted -> LatencyUnit.text(Math.rint(counted.value())))
                        .orElse("not recorded"),
                "n = " + Formats.count(row.map(Reading::n).orElse(0L)) + " sleeps, measured phase");
    }

    private static String floor(Optional<Reading> hiccup) {
        return hiccup.isEmpty()
                ? "Hiccups were not recorded, so it is not known how far the harness itself disturbed the results."
                : "A worker thread that does nothing but sleep woke "
                        + LatencyUnit.text(Math.rint(hiccup.get().value()))
                        + " late or later once in 1,000 times. Differences of that size at p99.9 come from the machine or the"
                        + " harness, not from the system.";
    }

    private static Fact negatives(PhaseAnalysis phase) {
        double negatives = phase.metrics().stream()
                .flatMap(metric -> phase.row(Statistic.negatives(metric)).stream())
                .mapToDouble(Reading::value)
                .sum();
        long samples = phase.metrics().stream().mapToLong(phase::samples).sum();
        return fact(
                "Negative latencies",
                Formats.count(Math.round(negatives)),
                "counted as 0, none dropped; n = " + Formats.count(samples));
    }

    private static Fact pauses(WorkerLoad worker) {
        return fact(
                "GC pauses of " + worker.worker(),
                worker.seconds() == 0
                        ? "unknown"
                        : String.format(Locale.ROOT, "%,.1f ms", worker.gcPauseNanos() / NANOS_PER_MILLI),
                "in all, over " + Formats.counted(worker.seconds(), "second") + " of the measured phase");
    }
}

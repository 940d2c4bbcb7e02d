package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
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

/** How well the measuring itself went in a phase: the floor under every value of it. */
final class HarnessView {
    private static final double NANOS_PER_MILLI = 1e6;

    private HarnessView() {}

    /**
     * The section about a phase of a trial.
     *
     * @param phase its name in headings; empty where it goes without saying
     */
    static Section of(TrialRecord trial, PhaseAnalysis analysis, String phase) {
        List<Fact> facts = new ArrayList<>();
        PhaseAnalysis.HiccupSummary hiccups = analysis.hiccups();
        String of = "n = " + Formats.count(hiccups.samples()) + " sleeps, measured phase";
        facts.add(fact("Hiccup p99", LatencyUnit.text(hiccups.p99Nanos()), of));
        facts.add(fact("Hiccup p99.9", LatencyUnit.text(hiccups.p999Nanos()), of));
        facts.add(fact("Longest hiccup", LatencyUnit.text(hiccups.maxNanos()), of));
        analysis.workers().forEach(worker -> facts.add(pauses(worker)));
        facts.add(negatives(analysis.latencies()));
        facts.add(fact(
                "Clock error",
                trial.clockErrorNanos() == 0 ? "0 ns" : "± " + LatencyUnit.text(trial.clockErrorNanos()),
                trial.clockErrorNanos() == 0
                        ? "all workers on one host, one clock"
                        : "workers' clocks may be this far apart"));
        return new Section(
                "",
                "The harness itself" + (phase.isEmpty() ? "" : ", " + phase),
                floor(hiccups),
                Fold.PAGE_FOLDED,
                List.of(new Facts(facts)));
    }

    private static Fact fact(String name, String value, String under) {
        return new Fact(name, value, under, false);
    }

    private static String floor(PhaseAnalysis.HiccupSummary hiccups) {
        return hiccups.samples() == 0
                ? "Hiccups were not recorded, so it is not known how far the harness itself disturbed the results."
                : "A worker thread that does nothing but sleep woke " + LatencyUnit.text(hiccups.p999Nanos())
                        + " late or later once in 1,000 times. Differences of that size at p99.9 come from the machine or the"
                        + " harness, not from the system.";
    }

    private static Fact negatives(List<LatencySummary> latencies) {
        long negatives = latencies.stream().mapToLong(LatencySummary::negatives).sum();
        long samples = latencies.stream().mapToLong(LatencySummary::samples).sum();
        return fact(
                "Negative latencies",
                Formats.count(negatives),
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

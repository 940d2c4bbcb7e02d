package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.evidence.PhaseEvidence.WorkerLoad;
import dev.assay.model.result.TrialRecord;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How well the measuring itself went in a phase: the floor under every figure of it.
 *
 * @param phase its name; empty where it goes without saying
 */
public record HarnessView(String phase, String floor, List<Item> items) {
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * One figure.
     *
     * @param of what it was taken from, such as n
     */
    public record Item(String name, String figure, String of) {}

    /**
     * The view of a phase of a trial.
     *
     * @param phase its name in headings; empty where it goes without saying
     */
    public static HarnessView of(TrialRecord trial, PhaseAnalysis analysis, String phase) {
        List<Item> items = new ArrayList<>();
        PhaseAnalysis.HiccupSummary hiccups = analysis.hiccups();
        String of = "n = " + Formats.count(hiccups.samples()) + " sleeps, measured phase";
        items.add(new Item("Hiccup p99", LatencyUnit.text(hiccups.p99Nanos()), of));
        items.add(new Item("Hiccup p99.9", LatencyUnit.text(hiccups.p999Nanos()), of));
        items.add(new Item("Longest hiccup", LatencyUnit.text(hiccups.maxNanos()), of));
        analysis.workers().forEach(worker -> items.add(pauses(worker)));
        items.add(negatives(analysis.latencies()));
        items.add(new Item(
                "Clock error",
                trial.clockErrorNanos() == 0 ? "0 ns" : "± " + LatencyUnit.text(trial.clockErrorNanos()),
                trial.clockErrorNanos() == 0
                        ? "all workers on one host, one clock"
                        : "workers' clocks may be this far apart"));
        return new HarnessView(phase, floor(hiccups), items);
    }

    private static String floor(PhaseAnalysis.HiccupSummary hiccups) {
        return hiccups.samples() == 0
                ? "Hiccups were not recorded, so it is not known how far the harness itself disturbed the figures."
                : "A worker thread that does nothing but sleep woke " + LatencyUnit.text(hiccups.p999Nanos())
                        + " late or later once in 1,000 times. Differences of that size at p99.9 come from the machine or the"
                        + " harness, not from the system.";
    }

    private static Item negatives(List<LatencySummary> latencies) {
        long negatives = latencies.stream().mapToLong(LatencySummary::negatives).sum();
        long samples = latencies.stream().mapToLong(LatencySummary::samples).sum();
        return new Item(
                "Negative latencies",
                Formats.count(negatives),
                "counted as 0, none dropped; n = " + Formats.count(samples));
    }

    private static Item pauses(WorkerLoad worker) {
        return new Item(
                "GC pauses of " + worker.worker(),
                worker.seconds() == 0
                        ? "unknown"
                        : String.format(Locale.ROOT, "%,.1f ms", worker.gcPauseNanos() / NANOS_PER_MILLI),
                "in all, over " + Formats.counted(worker.seconds(), "second") + " of the measured phase");
    }
}

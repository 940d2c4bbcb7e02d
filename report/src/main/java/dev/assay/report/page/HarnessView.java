package dev.assay.report.page;

import dev.assay.analysis.LatencySummary;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.result.Phase;
import dev.assay.core.result.Series;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.LatencyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** How well the measuring itself went: the floor under every figure of the trial. */
public record HarnessView(String floor, List<Item> items) {
    private static final double MILLIS_PER_SECOND = 1e3;

    /**
     * One figure.
     *
     * @param of what it was taken from, such as n
     */
    public record Item(String name, String figure, String of) {}

    /** The view of that trial. */
    public static HarnessView of(TrialAnalysis analysis) {
        List<Item> items = new ArrayList<>();
        TrialAnalysis.HiccupSummary hiccups = analysis.hiccups();
        String of = "n = " + Formats.count(hiccups.samples()) + " sleeps, measured phase";
        items.add(new Item("Hiccup p99", LatencyUnit.text(hiccups.p99Nanos()), of));
        items.add(new Item("Hiccup p99.9", LatencyUnit.text(hiccups.p999Nanos()), of));
        items.add(new Item("Longest hiccup", LatencyUnit.text(hiccups.maxNanos()), of));
        pauses(analysis).forEach(items::add);
        items.add(negatives(analysis.latencies()));
        items.add(new Item(
                "Clock error",
                analysis.trial().clockErrorNanos() == 0
                        ? "0 ns"
                        : "± " + LatencyUnit.text(analysis.trial().clockErrorNanos()),
                analysis.trial().clockErrorNanos() == 0
                        ? "all workers on one host, one clock"
                        : "workers' clocks may be this far apart"));
        return new HarnessView(floor(hiccups), items);
    }

    private static String floor(TrialAnalysis.HiccupSummary hiccups) {
        return hiccups.samples() == 0
                ? "Hiccups were not recorded, so it is not known how far the harness itself disturbed the figures."
                : "A thread of the worker that only sleeps woke up " + LatencyUnit.text(hiccups.p999Nanos())
                        + " late or more once in 1,000 times. Differences of that size at p99.9 are the machine's or the"
                        + " harness's, not the system's.";
    }

    private static Item negatives(List<LatencySummary> latencies) {
        long negatives = latencies.stream().mapToLong(LatencySummary::negatives).sum();
        long samples = latencies.stream().mapToLong(LatencySummary::samples).sum();
        return new Item(
                "Negative latencies",
                Formats.count(negatives),
                "counted as 0, none dropped; n = " + Formats.count(samples));
    }

    private static List<Item> pauses(TrialAnalysis analysis) {
        return analysis.trial().phases().stream()
                .filter(phase -> phase.name().equals(Phase.MEASURE))
                .flatMap(measure -> analysis.series().tracks(Metrics.WORKER_GC_PAUSE).stream()
                        .map(track -> pause(track, measure)))
                .toList();
    }

    private static Item pause(Series.Track track, Phase measure) {
        double[] known = track.during(measure).toArray();
        double millis = DoubleStream.of(known).sum() * MILLIS_PER_SECOND;
        return new Item(
                "GC pauses of " + track.labels().get(Labels.WORKER),
                known.length == 0 ? "unknown" : String.format(Locale.ROOT, "%,.1f ms", millis),
                "in all, over " + Formats.counted(known.length, "second") + " of the measured phase");
    }
}

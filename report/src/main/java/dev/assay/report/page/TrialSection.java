package dev.assay.report.page;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.TrialRecord;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.figure.Figures;
import dev.assay.report.figure.LatencyUnit;
import dev.assay.report.figure.SyncText;
import dev.assay.report.figure.SystemText;
import java.util.ArrayList;
import java.util.List;

/**
 * One trial as the page shows it.
 *
 * @param id its anchor
 */
public record TrialSection(
        String id,
        TrialAnalysis analysis,
        List<Tile> tiles,
        List<Fact> facts,
        ProvenBox proven,
        LatencyTable latencies,
        LatencyTable warmup,
        DeliveryBox delivery,
        HarnessBox harness,
        ConfigTable config,
        TrialCharts charts) {
    /** One of the few figures that are read first. */
    public record Tile(String name, String figure, String of, boolean weak) {}

    /** One thing that was set or found. */
    public record Fact(String name, String value) {}

    /**
     * The section of that trial.
     *
     * @param proven whether its durability was put to the test
     */
    public static TrialSection of(TrialAnalysis analysis, ProvenBox proven) {
        String id = "trial-" + analysis.trial().number();
        return new TrialSection(
                id,
                analysis,
                tiles(analysis),
                facts(analysis),
                proven,
                LatencyTable.of(analysis.latencies()),
                LatencyTable.of(analysis.warmup()),
                DeliveryBox.of(analysis.trial().delivery()),
                HarnessBox.of(analysis),
                ConfigTable.of(analysis.trial().config()),
                TrialCharts.of(id, analysis));
    }

    /** The record that the section is about. */
    public TrialRecord trial() {
        return analysis.trial();
    }

    private static List<Tile> tiles(TrialAnalysis analysis) {
        List<Tile> tiles = new ArrayList<>();
        tiles.add(percentile(analysis, LatencyMetric.RESPONSE, 50));
        tiles.add(percentile(analysis, LatencyMetric.RESPONSE, 99));
        tiles.add(percentile(analysis, LatencyMetric.END_TO_END, 99));
        TrialRecord trial = analysis.trial();
        tiles.add(new Tile(
                "Achieved rate",
                Figures.rate(analysis.achievedPerSecond()),
                Figures.share(analysis.achievedPerSecond(), trial.offeredPerSecond()) + " of "
                        + Figures.rate(trial.offeredPerSecond()) + " offered",
                false));
        DeliveryBox delivery = DeliveryBox.of(trial.delivery());
        long lost = trial.delivery().subscriptions().stream()
                .mapToLong(subscription -> subscription.lost())
                .sum();
        tiles.add(new Tile(
                "Lost",
                Figures.count(lost),
                "of " + Figures.count(trial.delivery().acked()) + " acknowledged",
                !delivery.clean() && lost > 0));
        return tiles;
    }

    private static Tile percentile(TrialAnalysis analysis, LatencyMetric metric, double percent) {
        String name = (metric == LatencyMetric.RESPONSE ? "Response " : "End-to-end ") + Figures.percentile(percent);
        return analysis.latency(metric)
                .flatMap(summary -> summary.quantiles().stream()
                        .filter(quantile -> quantile.percent() == percent)
                        .map(quantile -> new Tile(
                                name + (quantile.supported() ? "" : " †"),
                                LatencyUnit.text(quantile.nanos()),
                                "n = " + Figures.count(summary.samples()),
                                false))
                        .findFirst())
                .orElse(new Tile(name, "none", "n = 0", false));
    }

    private static List<Fact> facts(TrialAnalysis analysis) {
        TrialRecord trial = analysis.trial();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("System", SystemText.name(trial.system())));
        facts.add(new Fact("Client", trial.system().client()));
        facts.add(new Fact("Deployment", SystemText.deployment(trial.system())));
        facts.add(new Fact("Durability", SystemText.durability(trial.durability())));
        SyncText.perServer(analysis.series(), trial.phases())
                .ifPresent(syncs -> facts.add(new Fact("Syncs to disk, mean", syncs)));
        facts.add(new Fact("Offered", Figures.rate(trial.offeredPerSecond())));
        facts.add(new Fact("Achieved", Figures.rate(analysis.achievedPerSecond())));
        facts.add(new Fact("Message size", Figures.bytes(trial.messageBytes())));
        facts.add(new Fact("Phases", Figures.phases(trial.phases())));
        facts.add(new Fact("Started", Figures.instant(trial.startedAt())));
        facts.add(new Fact("Repetition", String.valueOf(trial.repetition())));
        facts.add(new Fact("Workers", trial.workers().isEmpty() ? "none" : String.join(", ", trial.workers())));
        trial.dimensions().forEach((path, value) -> facts.add(new Fact(path, value)));
        return facts;
    }
}

package dev.assay.report.page;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.TrialRecord;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.figure.Formats;
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
        VerificationStatusView verified,
        LatencyTable latencies,
        LatencyTable warmup,
        DeliveryView delivery,
        HarnessView harness,
        ConfigTable config,
        TrialCharts charts) {
    /** One of the few figures that are read first. */
    public record Tile(String name, String figure, String of, boolean weak) {}

    /** One thing that was set or found. */
    public record Fact(String name, String value) {}

    /**
     * The section of that trial.
     *
     * @param verified whether its durability was tested
     */
    public static TrialSection of(TrialAnalysis analysis, VerificationStatusView verified) {
        String id = "trial-" + analysis.trial().number();
        return new TrialSection(
                id,
                analysis,
                tiles(analysis),
                facts(analysis),
                verified,
                LatencyTable.of(analysis.latencies()),
                LatencyTable.of(analysis.warmup()),
                DeliveryView.of(analysis.trial().delivery()),
                HarnessView.of(analysis),
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
                Formats.rate(analysis.achievedPerSecond()),
                Formats.share(analysis.achievedPerSecond(), trial.offeredPerSecond()) + " of "
                        + Formats.rate(trial.offeredPerSecond()) + " offered",
                false));
        DeliveryView delivery = DeliveryView.of(trial.delivery());
        long lost = trial.delivery().subscriptions().stream()
                .mapToLong(subscription -> subscription.lost())
                .sum();
        tiles.add(new Tile(
                "Lost",
                Formats.count(lost),
                "of " + Formats.count(trial.delivery().acked()) + " acknowledged",
                !delivery.clean() && lost > 0));
        return tiles;
    }

    private static Tile percentile(TrialAnalysis analysis, LatencyMetric metric, double percent) {
        String name = (metric == LatencyMetric.RESPONSE ? "Response " : "End-to-end ") + Formats.percentile(percent);
        return analysis.latency(metric)
                .flatMap(summary -> summary.quantiles().stream()
                        .filter(quantile -> quantile.percent() == percent)
                        .map(quantile -> new Tile(
                                name + (quantile.supported() ? "" : " †"),
                                LatencyUnit.text(quantile.nanos()),
                                "n = " + Formats.count(summary.samples()),
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
        facts.add(new Fact("Offered", Formats.rate(trial.offeredPerSecond())));
        facts.add(new Fact("Achieved", Formats.rate(analysis.achievedPerSecond())));
        facts.add(new Fact("Message size", Formats.bytes(trial.messageBytes())));
        facts.add(new Fact("Phases", Formats.phases(trial.phases())));
        facts.add(new Fact("Started", Formats.instant(trial.startedAt())));
        facts.add(new Fact("Repetition", String.valueOf(trial.repetition())));
        facts.add(new Fact("Workers", trial.workers().isEmpty() ? "none" : String.join(", ", trial.workers())));
        trial.dimensions().forEach((path, value) -> facts.add(new Fact(path, value)));
        return facts;
    }
}

package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.SteadyText;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.figure.ClusterText;
import dev.assay.report.figure.Formats;
import dev.assay.report.figure.MessageText;
import dev.assay.report.figure.SyncText;
import dev.assay.report.figure.SystemText;
import dev.assay.report.figure.VerdictText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One trial as the page shows it.
 *
 * @param id its anchor
 * @param changed that the verdict was another one at the time; empty where it was not
 * @param phases those that are measured
 * @param warmups latencies of those that are not, with their names
 * @param keys of the scenario, as resolved
 */
public record TrialSection(
        String id,
        TrialAnalysis analysis,
        Optional<String> changed,
        List<PhaseSection> phases,
        List<Warmup> warmups,
        List<Fact> facts,
        VerificationStatusView verified,
        DeliveryView delivery,
        EpisodesView episodes,
        List<HarnessView> harness,
        List<BottleneckView> limits,
        ConfigTable config,
        ConfigTable.Group keys,
        TrialCharts charts) {
    /** One of the few figures that are read first. */
    public record Tile(String name, String figure, String of, boolean weak) {}

    /** One thing that was set or found. */
    public record Fact(String name, String value) {}

    /** Latencies of a phase that is not measured. */
    public record Warmup(String phase, LatencyTable latencies) {}

    /**
     * The section of that trial.
     *
     * @param context what it shares with the other trials
     * @param verified whether its durability was tested
     */
    static TrialSection of(TrialAnalysis analysis, PageContext context, VerificationStatusView verified) {
        String name = context.names().of(analysis.trial());
        String id = anchor(analysis.trial());
        boolean several = analysis.measured().size() > 1;
        return new TrialSection(
                id,
                analysis,
                VerdictText.changed(analysis),
                analysis.measured().stream().map(PhaseSection::of).toList(),
                analysis.phases().stream()
                        .filter(phase ->
                                !phase.phase().measured() && !phase.latencies().isEmpty())
                        .map(phase -> new Warmup(phase.phase().name(), LatencyTable.of(phase.latencies())))
                        .toList(),
                facts(analysis),
                verified,
                DeliveryView.of(analysis.trial().delivery(), analysis.trial().drain()),
                EpisodesView.of(analysis),
                analysis.measured().stream()
                        .map(phase -> HarnessView.of(
                                analysis.trial(), phase, several ? phase.phase().name() : ""))
                        .toList(),
                analysis.measured().stream()
                        .flatMap(phase ->
                                BottleneckView.of(
                                        analysis, phase, several ? phase.phase().name() : "")
                                        .stream())
                        .toList(),
                context.settings().of(analysis.trial().config(), id, name),
                context.settings().keys(analysis.trial(), id, name),
                TrialCharts.of(id, context.look(analysis.trial()), analysis));
    }

    /** Where a trial stands on the page. */
    static String anchor(TrialRecord trial) {
        return "trial-" + trial.number();
    }

    /** The record that the section is about. */
    public TrialRecord trial() {
        return analysis.trial();
    }

    /** The verdict of now. */
    public Verdict verdict() {
        return analysis.verdict();
    }

    /** Whether phases have to be told apart. */
    public boolean severalPhases() {
        return phases.size() > 1;
    }

    /** What a reason or finding begins with. */
    public String prefix(String phase) {
        return VerdictText.prefix(analysis, phase);
    }

    /** The figures of a phase, and of its whole trial what was lost. */
    public List<Tile> tiles(PhaseSection phase) {
        List<Tile> tiles = new ArrayList<>(phase.tiles());
        if (!severalPhases()) {
            tiles.add(lost());
        }
        return tiles;
    }

    /** What is in the drawer of charts, in its own title. */
    public String moreCharts() {
        return Stream.concat(
                        charts.heats(false).stream().map(heat -> heat.metric() + " heat map"),
                        charts.panels(false).stream().map(panel -> panel.title().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
    }

    /** The few figures beside the name of the trial. */
    public List<Tile> brief() {
        return severalPhases()
                ? phases.stream()
                        .map(phase -> named(
                                phase.name() + ": response p99", phase.tiles().get(1)))
                        .toList()
                : phases.stream()
                        .flatMap(phase -> phase.tiles().subList(1, 3).stream())
                        .toList();
    }

    private static Tile named(String name, Tile tile) {
        return new Tile(name, tile.figure(), tile.of(), tile.weak());
    }

    private Tile lost() {
        long lost = trial().delivery().subscriptions().stream()
                .mapToLong(subscription -> subscription.lost())
                .sum();
        return new Tile(
                "Lost",
                Formats.count(lost),
                "of " + Formats.count(trial().delivery().acked()) + " acknowledged",
                !delivery.clean() && lost > 0);
    }

    private static List<Fact> facts(TrialAnalysis analysis) {
        TrialRecord trial = analysis.trial();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("System", SystemText.name(trial.system())));
        facts.add(new Fact("Client", trial.system().client()));
        facts.add(new Fact("Deployment", SystemText.deployment(trial.system())));
        SystemText.disks(trial).ifPresent(disks -> facts.add(new Fact("Disks", disks)));
        facts.add(new Fact("Durability", SystemText.durability(trial.durability())));
        for (PhaseAnalysis phase : analysis.measured()) {
            String of =
                    analysis.measured().size() < 2 ? "" : ", " + phase.phase().name();
            SyncText.perServer(phase).ifPresent(syncs -> facts.add(new Fact("Syncs to disk, mean" + of, syncs)));
            facts.add(new Fact("Offered" + of, Formats.rate(phase.offeredPerSecond())));
            facts.add(new Fact("Achieved" + of, Formats.rate(phase.achievedPerSecond())));
        }
        facts.add(new Fact("Message size", MessageText.size(trial)));
        MessageText.unusual(trial).forEach((name, text) -> facts.add(new Fact(name, text)));
        facts.add(new Fact("Phases", Formats.phases(trial.phases())));
        trial.steady().forEach(seen -> facts.add(new Fact("Steady state, phase " + seen.phase(), SteadyText.of(seen))));
        facts.add(new Fact("Started", Formats.instant(trial.startedAt())));
        ClusterText.of(trial.cluster()).ifPresent(history -> facts.add(new Fact("Cluster", history)));
        facts.add(new Fact("Block", String.valueOf(trial.repetition())));
        facts.add(new Fact("Folder", "trials/" + trial.folder()));
        facts.add(new Fact("Workers", trial.workers().isEmpty() ? "none" : String.join(", ", trial.workers())));
        trial.dimensions().forEach((path, value) -> facts.add(new Fact(path, value)));
        return facts;
    }
}

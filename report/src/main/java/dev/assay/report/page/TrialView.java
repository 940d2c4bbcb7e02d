package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.display.Figure;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.SteadyText;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.unit.InstantText;
import dev.assay.report.text.Formats;
import dev.assay.report.text.MessageText;
import dev.assay.report.text.SystemText;
import dev.assay.report.text.VerdictText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Fact;
import dev.assay.report.view.Block.Facts;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows everything about one trial in reading order, for pages and terminals. */
public final class TrialView {
    /** Limits the earlier trials of a cluster that are named; of more, the number and the last are given. */
    private static final int LISTED = 3;

    private TrialView() {}

    /**
     * Returns the blocks of a trial, from the reasons against its values to how it was run.
     *
     * @param drawn the page's charts over time; empty where nothing is drawn
     */
    public static List<Block> of(TrialAnalysis analysis, RunAnalysis run, List<Block> drawn) {
        TrialRecord trial = analysis.trial();
        String id = TrialSection.anchor(trial);
        boolean several = analysis.measured().size() > 1;
        List<Block> blocks = new ArrayList<>();
        VerdictText.changed(analysis).ifPresent(changed -> blocks.add(Text.caveat("re-evaluated: " + changed)));
        if (run.trials().size() > 1) {
            blocks.addAll(Reasons.of(analysis));
        }
        if (!several) {
            analysis.measured().forEach(phase -> blocks.add(tiles(trial, phase)));
        }
        blocks.addAll(FailuresView.of(trial));
        blocks.addAll(DeliveryView.of(trial));
        blocks.add(measured(trial, VerificationStatusView.of(trial, run)));
        analysis.measured().forEach(phase -> blocks.add(PhaseView.of(analysis, phase, run, id)));
        for (PhaseAnalysis phase : analysis.phases()) {
            if (!phase.phase().measured() && !phase.metrics().isEmpty()) {
                String name = phase.phase().name();
                String of = name.equals("warmup") ? "the warm-up" : "the warm-up " + name;
                blocks.add(new Section(
                        "", "Latency of " + of + ", for comparison", Fold.PAGE_FOLDED, LatencyTable.merged(phase, of)));
            }
        }
        blocks.addAll(EventsView.of(analysis));
        blocks.addAll(drawn);
        blocks.add(new Section("", "How it was run", Fold.PAGE_FOLDED, List.of(new Facts(run(trial)))));
        analysis.measured()
                .forEach(phase -> blocks.add(
                        HarnessView.of(trial, phase, several ? phase.phase().name() : "")));
        return blocks;
    }

    /** Returns the statistics of a phase, and the losses of its whole trial. */
    private static Facts tiles(TrialRecord trial, PhaseAnalysis phase) {
        long lost = trial.delivery().subscriptions().stream()
                .mapToLong(subscription -> subscription.lost())
                .sum();
        long notKnown = trial.delivery().subscriptions().stream()
                .mapToLong(subscription -> subscription.notKnown())
                .sum();
        List<Fact> tiles = new ArrayList<>(PhaseView.tiles(phase));
        tiles.add(new Fact(
                trial.course().drain().tellsLost() ? "Lost" : "Missing",
                lost == 0 && notKnown > 0 ? "not known" : Formats.count(lost),
                "of " + Formats.count(trial.delivery().acked()) + " acknowledged",
                lost > 0));
        return new Facts(tiles, true);
    }

    private static Section measured(TrialRecord trial, VerificationStatusView verified) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("System", SystemText.name(trial.system())));
        facts.add(new Fact("Client", trial.system().client()));
        facts.add(new Fact("Deployment", SystemText.deployment(trial.system())));
        SystemText.disks(trial).ifPresent(disks -> facts.add(new Fact("Disks", disks)));
        facts.add(new Fact("Durability", SystemText.durability(trial.durability())));
        MessageText.unusual(trial).forEach((name, text) -> facts.add(new Fact(name, text)));
        trial.course()
                .steady()
                .forEach(seen -> facts.add(new Fact("Steady state, phase " + seen.phase(), SteadyText.of(seen))));
        return new Section("", "What was measured", Fold.FOLDED, List.of(new Facts(facts), verified.finding()));
    }

    private static List<Fact> run(TrialRecord trial) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Phases", Formats.phases(trial.course().phases())));
        facts.add(new Fact("Started", InstantText.of(trial.course().startedAt())));
        cluster(trial.setup().cluster()).ifPresent(history -> facts.add(new Fact("Cluster", history)));
        facts.add(new Fact("Block", String.valueOf(trial.identity().repetition())));
        facts.add(new Fact("Folder", "trials/" + trial.folder()));
        facts.add(new Fact(
                "Workers",
                trial.setup().workers().isEmpty()
                        ? "none"
                        : String.join(", ", trial.setup().workers())));
        trial.identity().dimensions().forEach((path, value) -> facts.add(new Fact(path, value)));
        return facts;
    }

    /** Says how old a cluster was and which trials it had had; empty where nothing is known. */
    static Optional<String> cluster(ClusterHistory cluster) {
        if (!cluster.known() && cluster.earlierTrials().isEmpty()) {
            return Optional.empty();
        }
        String age = cluster.known() ? "ready for " + Formats.seconds(cluster.ageSeconds()) : "of unknown age";
        String load = cluster.warmUp().map(TrialView::warmUp).orElse("");
        return Optional.of(age + load + "; " + before(cluster.earlierTrials()) + deletion(cluster));
    }

    private static String warmUp(ClusterHistory.WarmUp load) {
        return ", warmed up by %s for %s"
                .formatted(Figure.of("%,.0f msg/s", load.perSecond()), Formats.seconds(load.seconds()));
    }

    private static String deletion(ClusterHistory cluster) {
        return cluster.sinceDeletionSeconds() < 0
                ? ""
                : "; topics deleted " + Formats.seconds(cluster.sinceDeletionSeconds()) + " before";
    }

    private static String before(List<String> trials) {
        if (trials.isEmpty()) {
            return "this run measured nothing on it before";
        }
        return trials.size() <= LISTED
                ? "measured on it before: " + String.join(", ", trials)
                : Formats.counted(trials.size(), "trial") + " of this run measured on it before, the last of them "
                        + trials.getLast();
    }
}

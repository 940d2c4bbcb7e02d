package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.model.result.TrialRecord;
import dev.assay.report.text.SystemText;
import dev.assay.report.text.VerdictText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Finding;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Text;
import java.util.ArrayList;
import java.util.List;

/** Shows one trial on a screen: the two latencies that applications experience, delivery, and what limited it. */
public final class TrialSummary {
    private TrialSummary() {}

    /**
     * Returns the blocks below the headline and its reasons.
     *
     * @param phases the table of a trial with several measured phases
     */
    public static List<Block> of(TrialAnalysis analysis, Block.Table phases) {
        TrialRecord trial = analysis.trial();
        List<Block> blocks = new ArrayList<>();
        VerdictText.changed(analysis).ifPresent(changed -> blocks.add(Text.caveat("re-evaluated: " + changed)));
        List<PhaseAnalysis> measured = analysis.measured();
        Block.Table table = measured.size() == 1 ? LatencyTable.brief(measured.getFirst()) : phases;
        blocks.add(Section.of("", table.title(), List.of(table)));
        DeliveryView.of(trial).stream()
                .filter(block -> block instanceof Finding)
                .forEach(blocks::add);
        blocks.add(Text.of("measured: " + SystemText.name(trial.system()) + ", " + SystemText.deployment(trial.system())
                + ", " + trial.durability()));
        if (measured.size() == 1) {
            measured.getFirst()
                    .limits()
                    .ifPresent(limits -> blocks.add(Text.of("limited by: " + BottleneckText.headline(limits))));
        }
        return blocks;
    }
}

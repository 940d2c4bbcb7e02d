package dev.assay.report.page;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.bottleneck.PhaseBottlenecks;
import dev.assay.analysis.bottleneck.SuspectedLimit;
import dev.assay.analysis.correlation.CorrelatedEvents;
import dev.assay.report.text.SuspectedLimitText;
import dev.assay.report.text.WhyText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Fold;
import dev.assay.report.view.Block.Lines;
import dev.assay.report.view.Block.Section;
import dev.assay.report.view.Block.Text;
import dev.assay.report.view.Block.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class BottleneckView {
    private BottleneckView() {}

    /** Returns the section about a phase; none where bottlenecks were not looked for. */
    static List<Block> of(TrialAnalysis trial, PhaseAnalysis phase, RunAnalysis run) {
        if (phase.limits().isEmpty()) {
            return List.of();
        }
        PhaseBottlenecks limits = phase.limits().get();
        List<Block> blocks = new ArrayList<>();
        if (!BottleneckText.evidence(limits).isEmpty()) {
            blocks.add(new Lines(BottleneckText.evidence(limits)));
        }
        if (!limits.suspected().isEmpty()) {
            blocks.add(Text.note(SuspectedLimitText.NOTE));
        }
        for (SuspectedLimit limit : limits.suspected()) {
            blocks.add(Text.of(SuspectedLimitText.sentence(limit)));
            SuspectedLimitText.command(limit, trial.trial(), run.run())
                    .ifPresent(command -> blocks.add(new Text(Tone.COMMAND, command)));
        }
        add(blocks, "Compared with this machine's calibration:", BottleneckText.fractions(limits));
        add(blocks, "What messages cost:", WhyText.costs(phase));
        Optional<CorrelatedEvents> events = CorrelatedEvents.of(trial, phase.phase())
                .filter(any -> !any.spikes().isEmpty());
        if (events.isPresent() && !WhyText.correlatedEvents(events.get()).isEmpty()) {
            add(blocks, "What coincided with latency spikes:", WhyText.correlatedEvents(events.get()));
            blocks.add(Text.note(WhyText.note(events.get())));
        }
        List<String> below = BottleneckText.below(limits);
        if (!below.isEmpty()) {
            blocks.add(new Section("", "What was not at its limit", Fold.PAGE_FOLDED, List.of(new Lines(below))));
        }
        return List.of(
                new Section("", "What limited this run: " + BottleneckText.headline(limits), Fold.FOLDED, blocks));
    }

    private static void add(List<Block> blocks, String what, List<String> lines) {
        if (!lines.isEmpty()) {
            blocks.add(Text.note(what));
            blocks.add(new Lines(lines));
        }
    }
}

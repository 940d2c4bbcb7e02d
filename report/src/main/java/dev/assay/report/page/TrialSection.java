package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Fact;
import java.util.List;

/**
 * @param id its anchor
 * @param blocks all its sections
 * @param brief the few values beside its name
 * @param config the settings that were read back
 * @param keys of the scenario, as resolved
 */
public record TrialSection(
        String id,
        Verdict verdict,
        List<Block> blocks,
        List<Fact> brief,
        ConfigTable config,
        ConfigTable.Group keys,
        TrialCharts charts) {
    static TrialSection of(TrialAnalysis analysis, PageContext context, RunAnalysis run) {
        String name = context.names().of(analysis.trial());
        String id = anchor(analysis.trial());
        TrialCharts charts = TrialCharts.of(id, context.look(analysis.trial()), analysis);
        return new TrialSection(
                id,
                analysis.verdict(),
                TrialView.of(analysis, run, charts.blocks()),
                brief(analysis),
                context.settings().of(analysis.trial().setup().config(), id, name),
                context.settings().keys(analysis.trial(), id, name),
                charts);
    }

    static String anchor(TrialRecord trial) {
        return "trial-" + trial.identity().number();
    }

    private static List<Fact> brief(TrialAnalysis analysis) {
        return analysis.measured().size() > 1
                ? analysis.measured().stream()
                        .map(phase -> new Fact(
                                phase.phase().name() + ": response p99",
                                PhaseView.tiles(phase).get(1).value()))
                        .toList()
                : analysis.measured().stream()
                        .flatMap(phase -> PhaseView.tiles(phase).subList(1, 3).stream())
                        .toList();
    }
}

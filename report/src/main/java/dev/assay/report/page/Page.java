package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.LatencyTrend;
import dev.assay.analysis.comparison.LatencyTrends;
import dev.assay.analysis.cost.Prices;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.unit.InstantText;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.chart.TrendChart;
import dev.assay.report.text.CommandText;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Holds the report of a run without its style and scripts.
 *
 * @param sections sections before the trials, which links in the head lead to
 * @param comparison of the run's conditions; empty where nothing varies, or it is not clear which dimension is meant
 * @param reasons the list under the headline
 * @param ofVerifications headline of the verifications where there are trials as well
 */
public record Page(
        RunRecord run,
        Headline headline,
        List<TrialSection> trials,
        ChartData charts,
        List<Block> sections,
        List<Block> reasons,
        Optional<Headline> ofVerifications,
        Optional<ComparisonView> comparison) {
    /**
     * Describes a resumption of the run after an interruption.
     *
     * @param setAside the trials that were interrupted and run again
     * @param changed facts of the machine at that time that differed from the start of the run
     */
    public record Resume(String at, String command, List<SetAside> setAside, Map<String, String> changed) {
        static List<Resume> of(RunRecord run) {
            return run.resumes().stream().map(resume -> of(resume, run)).toList();
        }

        private static Resume of(RunResume resume, RunRecord run) {
            Map<String, String> changed = new LinkedHashMap<>(resume.environment());
            changed.entrySet().removeAll(run.environment().entrySet());
            return new Resume(
                    InstantText.of(resume.at()), CommandText.of(resume.commandLine()), resume.setAside(), changed);
        }
    }

    public static Page of(RunAnalysis analysis, Optional<StudyRecord> study, Optional<Prices> prices) {
        PageContext context = PageContext.of(
                analysis.trials().stream().map(TrialAnalysis::trial).toList());
        List<TrialSection> trials = analysis.trials().stream()
                .map(trial -> TrialSection.of(trial, context, analysis))
                .toList();
        Optional<ComparisonView> comparison = ComparisonView.within(analysis);
        List<Block> sections = new ArrayList<>(VerificationView.of(analysis.verifications()));
        sections.addAll(CapacityView.of(analysis));
        study.ifPresent(results -> sections.addAll(StudyView.of(results)));
        sections.addAll(QueueView.of(analysis, context.colours()));
        comparison.ifPresent(compared -> sections.add(Section.of("comparison", "Comparison", compared.blocks())));
        sections.addAll(trends(analysis, context.colours()));
        prices.ifPresent(known -> sections.addAll(CostView.of(analysis, known)));
        List<Block> reasons = new ArrayList<>();
        reasons.addAll(GateView.within(analysis));
        reasons.addAll(Reasons.of(analysis));
        if (trials.size() > 1) {
            sections.add(Overview.of(analysis, context.names()));
        }
        return new Page(
                analysis.run(),
                Headline.of(analysis),
                trials,
                new ChartData(
                        trials.stream().map(TrialSection::charts).toList(),
                        Overview.comparison(analysis, context.names()),
                        Block.charts(sections)),
                sections,
                reasons,
                Headline.ofVerifications(analysis),
                comparison);
    }

    /** Returns a chart for each numeric dimension; none where there is no such dimension. */
    private static List<Block> trends(RunAnalysis analysis, SystemColours colours) {
        Map<String, List<LatencyTrend>> byDimension = LatencyTrends.of(analysis).stream()
                .collect(Collectors.groupingBy(LatencyTrend::dimension, LinkedHashMap::new, Collectors.toList()));
        List<Block> charts = new ArrayList<>();
        for (List<LatencyTrend> trends : byDimension.values()) {
            TrendChart.of("against-" + (charts.size() + 1), trends, colours).ifPresent(charts::add);
        }
        return charts.isEmpty() ? List.of() : List.of(Section.of("against", "Latency against what varies", charts));
    }

    public List<Section> linked() {
        return sections.stream()
                .filter(block -> block instanceof Section)
                .map(Section.class::cast)
                .toList();
    }

    public boolean verifiesOnly() {
        return trials.isEmpty() && !headline.systems().isEmpty() && ofVerifications.isEmpty();
    }

    public boolean severalTrials() {
        return trials.size() > 1;
    }

    /** Returns the command line, quoted for a shell. */
    public String command() {
        return CommandText.of(run.commandLine());
    }

    public List<Resume> resumes() {
        return Resume.of(run);
    }

    /** Names the calibration that values are compared with, or says why there is none. */
    public String calibration() {
        String note = run.calibration().note();
        return run.calibration()
                .calibration()
                .map(known -> "Of " + InstantText.of(known.at()) + (note.isEmpty() ? "." : ": " + note + "."))
                .orElse("None: " + note + ".");
    }

    public int runAgain() {
        return run.resumes().stream()
                .mapToInt(resume -> resume.setAside().size())
                .sum();
    }

    /** Returns the number of blocks that were requested, where that is more than one. */
    public Optional<String> blocks() {
        return run.conditions().map(RunConditions::blocks).filter(blocks -> !blocks.equals("1 block"));
    }

    public int unfinished() {
        return Math.max(0, run.planned().size() - trials.size());
    }
}

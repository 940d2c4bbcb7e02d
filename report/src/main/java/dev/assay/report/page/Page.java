package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.Gate;
import dev.assay.analysis.comparison.LatencyTrend;
import dev.assay.analysis.comparison.LatencyTrends;
import dev.assay.analysis.cost.Prices;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.model.study.StudyRecord;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.chart.TrendChart;
import dev.assay.report.text.CommandText;
import dev.assay.report.text.Formats;
import dev.assay.report.view.Block;
import dev.assay.report.view.Block.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A whole page, all but its style and scripts.
 *
 * @param sections those that come before the trials, for those who skip to them by their anchors
 * @param comparison of what varies within the run; empty where nothing does, or it is not clear what is meant
 * @param reasons the list under the headline
 * @param ofVerifications what the verifications amount to where there are trials as well
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
     * A run that was interrupted was gone on with.
     *
     * @param changed facts of the machine that were others than at the start of the run, as they were then
     */
    public record Resume(String at, String command, List<SetAside> setAside, Map<String, String> changed) {
        /** Every time that it was, in order. */
        static List<Resume> of(RunRecord run) {
            return run.resumes().stream().map(resume -> of(resume, run)).toList();
        }

        private static Resume of(RunResume resume, RunRecord run) {
            Map<String, String> changed = new LinkedHashMap<>(resume.environment());
            changed.entrySet().removeAll(run.environment().entrySet());
            return new Resume(
                    Formats.instant(resume.at()), CommandText.of(resume.commandLine()), resume.setAside(), changed);
        }
    }

    /** The page of that run. */
    public static Page of(RunAnalysis analysis, Optional<StudyRecord> study, Optional<Prices> prices) {
        PageContext context = PageContext.of(
                analysis.trials().stream().map(TrialAnalysis::trial).toList());
        List<TrialSection> trials = analysis.trials().stream()
                .map(trial -> TrialSection.of(trial, context, analysis))
                .toList();
        Optional<ComparisonView> comparison = ComparisonView.within(analysis);
        List<Block> sections = new ArrayList<>(VerificationView.of(analysis.verifications()));
        sections.addAll(CapacityView.of(analysis));
        study.ifPresent(found -> sections.addAll(StudyView.of(found)));
        sections.addAll(QueueView.of(analysis, context.colours()));
        comparison.ifPresent(compared -> {
            List<Block> blocks = new ArrayList<>(GateView.of(Gate.within(analysis)));
            blocks.addAll(compared.blocks());
            sections.add(Section.of("comparison", "Comparison", blocks));
        });
        sections.addAll(trends(analysis, context.colours()));
        prices.ifPresent(known -> sections.addAll(CostView.of(analysis, known)));
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
                Reasons.of(analysis),
                Headline.ofVerifications(analysis),
                comparison);
    }

    /** A chart for each dimension of numbers; none where there is no such dimension. */
    private static List<Block> trends(RunAnalysis analysis, SystemColours colours) {
        Map<String, List<LatencyTrend>> byDimension = LatencyTrends.of(analysis).stream()
                .collect(Collectors.groupingBy(LatencyTrend::dimension, LinkedHashMap::new, Collectors.toList()));
        List<Block> charts = new ArrayList<>();
        for (List<LatencyTrend> trends : byDimension.values()) {
            TrendChart.of("against-" + (charts.size() + 1), trends, colours).ifPresent(charts::add);
        }
        return charts.isEmpty() ? List.of() : List.of(Section.of("against", "Latency against what varies", charts));
    }

    /** The sections that the page has links to in its head. */
    public List<Section> linked() {
        return sections.stream()
                .filter(block -> block instanceof Section)
                .map(Section.class::cast)
                .toList();
    }

    /** Whether it has nothing but verifications. */
    public boolean verifiesOnly() {
        return trials.isEmpty() && !headline.systems().isEmpty() && ofVerifications.isEmpty();
    }

    /** Whether there are trials to compare. */
    public boolean severalTrials() {
        return trials.size() > 1;
    }

    /** The command line to paste into a shell. */
    public String command() {
        return CommandText.of(run.commandLine());
    }

    /** Each time that the run was interrupted and gone on with. */
    public List<Resume> resumes() {
        return Resume.of(run);
    }

    /** Which calibration its values stand beside, or why there is none. */
    public String calibration() {
        String note = run.calibration().note();
        return run.calibration()
                .calibration()
                .map(known -> "Of " + Formats.instant(known.at()) + (note.isEmpty() ? "." : ": " + note + "."))
                .orElse("None: " + note + ".");
    }

    /** How much was interrupted and run again. */
    public int runAgain() {
        return run.resumes().stream()
                .mapToInt(resume -> resume.setAside().size())
                .sum();
    }

    /** How many blocks of trials were asked for, where that is more than one. */
    public Optional<String> blocks() {
        return run.conditions().map(RunConditions::blocks).filter(blocks -> !blocks.equals("1 block"));
    }

    /** Trials that were planned and did not finish. */
    public int unfinished() {
        return Math.max(0, run.planned().size() - trials.size());
    }
}

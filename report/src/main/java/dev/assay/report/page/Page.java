package dev.assay.report.page;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.Comparison;
import dev.assay.report.figure.CommandText;
import dev.assay.report.figure.Formats;
import dev.assay.analysis.comparison.Trend;
import dev.assay.analysis.comparison.Trends;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.chart.TrendChart;
import dev.assay.report.chart.WindowChart;
import dev.assay.report.view.Chart;
import dev.assay.scenario.study.StudyRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.List;
import java.util.Optional;

/**
 * A whole page, all but its style and scripts.
 *
 * @param capacities searches for the highest sustained rate
 * @param comparison of what varies within the run; empty where nothing does, or it is not clear what is meant
 * @param trends latency against each dimension whose values are numbers
 * @param windows of the study that the run belongs to, over time
 * @param ofVerifications what the verifications amount to where there are trials as well
 */
public record Page(
        RunRecord run,
        Headline headline,
        Overview overview,
        List<TrialSection> trials,
        ChartData charts,
        VerificationTable verifications,
        List<CapacityView> capacities,
        List<Chart> trends,
        List<Chart> windows,
        Optional<Headline> ofVerifications,
        Optional<ComparisonView> comparison) {
    /** The page of that run. */
    public static Page of(RunAnalysis analysis, Optional<StudyRecord> study) {
        PageContext context = PageContext.of(
                analysis.trials().stream().map(TrialAnalysis::trial).toList());
        List<TrialSection> trials = analysis.trials().stream()
                .map(trial -> TrialSection.of(trial, context, VerificationStatusView.of(trial.trial(), analysis)))
                .toList();
        Overview overview = Overview.of(analysis.trials(), context.names());
        List<CapacityView> capacities = CapacityView.of(analysis);
        Optional<ComparisonView> comparison = ComparisonView.within(analysis);
        List<Chart> trends = trends(analysis, context.colours());
        List<Chart> windows = study.map(WindowChart::of).orElse(List.of());
        List<Chart> charts = new ArrayList<>();
        capacities.forEach(capacity -> capacity.chart().ifPresent(charts::add));
        charts.addAll(windows);
        comparison.ifPresent(compared -> charts.addAll(compared.charts()));
        charts.addAll(trends);
        return new Page(
                analysis.run(),
                Headline.of(analysis),
                overview,
                trials,
                new ChartData(
                        trials.stream().map(TrialSection::charts).toList(),
                        Comparison.of(overview.entries()),
                        charts),
                VerificationTable.of(analysis.verifications()),
                capacities,
                trends,
                windows,
                Headline.ofVerifications(analysis),
                comparison);
    }

    /** A chart for each dimension of numbers. */
    private static List<Chart> trends(RunAnalysis analysis, SystemColours colours) {
        Map<String, List<Trend>> byDimension = Trends.of(analysis).stream()
                .collect(Collectors.groupingBy(Trend::dimension, LinkedHashMap::new, Collectors.toList()));
        List<Chart> charts = new ArrayList<>();
        for (List<Trend> trends : byDimension.values()) {
            TrendChart.of("against-" + (charts.size() + 1), trends, colours).ifPresent(charts::add);
        }
        return List.copyOf(charts);
    }

    /** Whether the durability of one of the trials was tested. */
    public VerificationStatusView verified(TrialRecord trial) {
        return trials.stream()
                .filter(section -> section.trial().number() == trial.number())
                .map(TrialSection::verified)
                .findFirst()
                .orElseThrow();
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
    public List<ResumeView> resumes() {
        return ResumeView.of(run);
    }

    /** Which calibration its figures stand beside, or why there is none. */
    public String calibration() {
        String note = run.calibration().note();
        return run.calibration()
                .calibration()
                .map(known -> "Of " + Formats.instant(known.at()) + (known.quick() ? ", quick" : "")
                        + (note.isEmpty() ? "." : ": " + note + "."))
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
        return run.choices().map(RunChoices::blocks).filter(blocks -> !blocks.equals("1 block"));
    }

    /** Trials that were planned and did not finish. */
    public int unfinished() {
        return Math.max(0, run.planned().size() - trials.size());
    }
}

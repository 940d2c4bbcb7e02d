package dev.assay.analysis;

import dev.assay.analysis.EventWindowAnalysis.WindowAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.PhaseAnalysis.HiccupSummary;
import dev.assay.analysis.bottleneck.BottleneckFinder;
import dev.assay.analysis.bottleneck.KnownMachines;
import dev.assay.analysis.quality.PhaseQualities;
import dev.assay.analysis.statistics.EventWindow;
import dev.assay.analysis.statistics.GroupLoad;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Makes a stored trial's values and judges it, both from one pass over what is stored. */
public final class TrialAnalyzer {
    private static final double NANOS_PER_SECOND = 1e9;

    private TrialAnalyzer() {}

    /** All statistics of the trial, judged by the present rules. */
    public static TrialAnalysis analyze(StoredTrial stored) {
        return analyze(stored, VerdictRules.PRESENT);
    }

    /** The same on a machine of which that is known. */
    public static TrialAnalysis analyze(StoredTrial stored, CalibrationStatus calibration) {
        return analyze(stored, VerdictRules.PRESENT, calibration);
    }

    /** All statistics of the trial, judged by that one. */
    public static TrialAnalysis analyze(StoredTrial stored, VerdictRules rules) {
        return analyze(stored, rules, CalibrationStatus.NOT_RECORDED);
    }

    private static TrialAnalysis analyze(StoredTrial stored, VerdictRules rules, CalibrationStatus calibration) {
        TrialStatistics statistics = TrialStatistics.of(stored);
        Verdict verdict = rules.judge(statistics);
        return new TrialAnalysis(
                stored.trial(),
                verdict,
                statistics.phases().stream()
                        .map(phase -> phase(
                                statistics,
                                phase,
                                rules.qualities(statistics.trial(), phase),
                                verdict,
                                new KnownMachines(calibration, stored.observed())))
                        .toList(),
                statistics.catchUps(),
                statistics.eventWindows().stream()
                        .map(TrialAnalyzer::eventWindow)
                        .toList(),
                statistics.lines(),
                statistics.heatMaps(),
                statistics.series(),
                statistics.secondsPerPoint());
    }

    private static PhaseAnalysis phase(
            TrialStatistics statistics,
            PhaseStatistics phase,
            PhaseQualities qualities,
            Verdict verdict,
            KnownMachines machines) {
        return new PhaseAnalysis(
                phase.phase(),
                verdict.ofPhase(phase.phase().name()),
                phase.offeredPerSecond(),
                phase.achievedPerSecond(),
                Summaries.of(phase, qualities, ""),
                statistics.subscriptions().stream()
                        .map(subscription -> group(statistics, phase, qualities, subscription))
                        .toList(),
                hiccups(phase.hiccups()),
                phase.workers(),
                phase.syncs(),
                phase.drifts(),
                phase.phase().measured() && phase.offeredPerSecond() > 0
                        ? Optional.of(BottleneckFinder.of(statistics, phase, machines))
                        : Optional.empty());
    }

    private static GroupAnalysis group(
            TrialStatistics statistics,
            PhaseStatistics phase,
            PhaseQualities qualities,
            TrialSubscription subscription) {
        Optional<GroupLoad> load = phase.groups().stream()
                .filter(group -> group.subscription().equals(subscription))
                .findFirst();
        double seconds = phase.phase().lengthNanos() / NANOS_PER_SECOND;
        return new GroupAnalysis(
                subscription,
                statistics.liveSubscriptions().contains(subscription),
                subscription.name().isEmpty() ? List.of() : Summaries.of(phase, qualities, subscription.name()),
                value(load, group -> seconds > 0 ? group.received() / seconds : 0),
                value(load, GroupLoad::backlogAtEnd),
                value(load, group -> group.backlog().slope()));
    }

    private static OptionalDouble value(Optional<GroupLoad> load, ToDoubleFunction<GroupLoad> value) {
        return load.stream().mapToDouble(value).findFirst();
    }

    private static HiccupSummary hiccups(Histogram merged) {
        return new HiccupSummary(
                merged.getTotalCount(),
                merged.getValueAtPercentile(99),
                merged.getValueAtPercentile(99.9),
                merged.getMaxValue());
    }

    private static EventWindowAnalysis eventWindow(EventWindow eventWindow) {
        return new EventWindowAnalysis(
                eventWindow.title(),
                eventWindow.windows().stream().map(TrialAnalyzer::window).toList());
    }

    private static WindowAnalysis window(EventWindow.Window window) {
        double seconds = window.toSeconds() - window.fromSeconds();
        long acked = window.latencies(LatencyMetric.RESPONSE).getTotalCount();
        return new WindowAnalysis(
                window.name(),
                window.fromSeconds(),
                window.toSeconds(),
                seconds > 0 ? acked / seconds : 0,
                Summaries.of(window::latencies));
    }
}

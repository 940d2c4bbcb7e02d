package dev.assay.analysis;

import dev.assay.analysis.EventWindowAnalysis.WindowAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.bottleneck.BottleneckFinder;
import dev.assay.analysis.bottleneck.KnownMachines;
import dev.assay.analysis.quality.PhaseQualities;
import dev.assay.analysis.reading.CostReadings;
import dev.assay.analysis.reading.PhaseReadings;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.statistics.EventWindow;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.SampleStatistics.Of;
import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes a stored trial's values and judges it, both in one pass over the stored data. */
public final class TrialAnalyzer {
    private TrialAnalyzer() {}

    public static TrialAnalysis analyze(StoredTrial stored) {
        return analyze(stored, VerdictRules.PRESENT);
    }

    public static TrialAnalysis analyze(StoredTrial stored, CalibrationStatus calibration) {
        return analyze(stored, VerdictRules.PRESENT, calibration);
    }

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
                        .map(window -> eventWindow(stored.trial(), window))
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
        List<Reading> rows = new ArrayList<>(
                PhaseReadings.of(statistics.trial(), verdict, phase, qualities, statistics.subscriptions()));
        rows.addAll(CostReadings.of(
                statistics.trial(),
                verdict,
                statistics.series(),
                statistics.secondsPerPoint(),
                phase.phase(),
                phase.achievedPerSecond()));
        return new PhaseAnalysis(
                phase.phase(),
                verdict.ofPhase(phase.phase().name()),
                phase.offeredPerSecond(),
                rows,
                curves(statistics, qualities),
                statistics.subscriptions().stream()
                        .map(subscription -> new GroupAnalysis(
                                subscription, statistics.liveSubscriptions().contains(subscription)))
                        .toList(),
                phase.workers(),
                phase.drifts(),
                phase.phase().measured() && phase.offeredPerSecond() > 0
                        ? Optional.of(BottleneckFinder.of(statistics, phase, machines))
                        : Optional.empty(),
                phase.standstills());
    }

    private static List<LatencyCurve> curves(TrialStatistics statistics, PhaseQualities qualities) {
        List<LatencyCurve> curves = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            Stream.concat(
                            Stream.of(""),
                            statistics.subscriptions().stream()
                                    .map(TrialSubscription::name)
                                    .filter(name -> !name.isEmpty()))
                    .forEach(subscription -> qualities
                            .samples(new Of(metric, subscription))
                            .ifPresent(samples -> curves.add(LatencyCurve.of(metric, subscription, samples))));
        }
        return curves;
    }

    private static EventWindowAnalysis eventWindow(TrialRecord trial, EventWindow eventWindow) {
        return new EventWindowAnalysis(
                eventWindow.title(),
                eventWindow.windows().stream()
                        .map(window -> new WindowAnalysis(
                                window.name(),
                                window.fromSeconds(),
                                window.toSeconds(),
                                PhaseReadings.of(trial, window)))
                        .toList());
    }
}

package dev.assay.analysis;

import dev.assay.analysis.EpisodeAnalysis.WindowAnalysis;
import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.PhaseAnalysis.HiccupSummary;
import dev.assay.analysis.bottleneck.BottleneckFinder;
import dev.assay.analysis.evidence.Episode;
import dev.assay.analysis.evidence.GroupLoad;
import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.analysis.evidence.TrialEvidence;
import dev.assay.analysis.quality.PhaseQualities;
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

/** Makes a stored trial's figures and judges it, both from one pass over what is stored. */
public final class TrialAnalyzer {
    private static final double NANOS_PER_SECOND = 1e9;

    private TrialAnalyzer() {}

    /** All figures of the trial, judged by the present rules. */
    public static TrialAnalysis analyze(StoredTrial stored) {
        return analyze(stored, VerdictRules.PRESENT);
    }

    /** The same on a machine of which that is known. */
    public static TrialAnalysis analyze(StoredTrial stored, CalibrationStatus calibration) {
        return analyze(stored, VerdictRules.PRESENT, calibration);
    }

    /** All figures of the trial, judged by that one. */
    public static TrialAnalysis analyze(StoredTrial stored, VerdictRules rules) {
        return analyze(stored, rules, CalibrationStatus.NOT_RECORDED);
    }

    private static TrialAnalysis analyze(StoredTrial stored, VerdictRules rules, CalibrationStatus calibration) {
        TrialEvidence evidence = TrialEvidence.of(stored);
        Verdict verdict = rules.judge(evidence);
        return new TrialAnalysis(
                stored.trial(),
                verdict,
                evidence.phases().stream()
                        .map(phase ->
                                phase(evidence, phase, rules.qualities(evidence.trial(), phase), verdict, calibration))
                        .toList(),
                evidence.catchUps(),
                evidence.episodes().stream().map(TrialAnalyzer::episode).toList(),
                evidence.lines(),
                evidence.heatMaps(),
                evidence.series(),
                evidence.secondsPerPoint());
    }

    private static PhaseAnalysis phase(
            TrialEvidence evidence,
            PhaseEvidence phase,
            PhaseQualities qualities,
            Verdict verdict,
            CalibrationStatus calibration) {
        return new PhaseAnalysis(
                phase.phase(),
                verdict.ofPhase(phase.phase().name()),
                phase.offeredPerSecond(),
                phase.achievedPerSecond(),
                Summaries.of(phase, qualities, ""),
                evidence.subscriptions().stream()
                        .map(subscription -> group(evidence, phase, qualities, subscription))
                        .toList(),
                hiccups(phase.hiccups()),
                phase.workers(),
                phase.syncs(),
                phase.phase().measured() && phase.offeredPerSecond() > 0
                        ? Optional.of(BottleneckFinder.of(evidence, phase, calibration))
                        : Optional.empty());
    }

    private static GroupAnalysis group(
            TrialEvidence evidence, PhaseEvidence phase, PhaseQualities qualities, TrialSubscription subscription) {
        Optional<GroupLoad> load = phase.groups().stream()
                .filter(group -> group.subscription().equals(subscription))
                .findFirst();
        double seconds = phase.phase().lengthNanos() / NANOS_PER_SECOND;
        return new GroupAnalysis(
                subscription,
                evidence.tailing().contains(subscription),
                subscription.name().isEmpty() ? List.of() : Summaries.of(phase, qualities, subscription.name()),
                figure(load, group -> seconds > 0 ? group.received() / seconds : 0),
                figure(load, GroupLoad::backlogAtEnd),
                figure(load, group -> group.backlog().slope()));
    }

    private static OptionalDouble figure(Optional<GroupLoad> load, ToDoubleFunction<GroupLoad> figure) {
        return load.stream().mapToDouble(figure).findFirst();
    }

    private static HiccupSummary hiccups(Histogram merged) {
        return new HiccupSummary(
                merged.getTotalCount(),
                merged.getValueAtPercentile(99),
                merged.getValueAtPercentile(99.9),
                merged.getMaxValue());
    }

    private static EpisodeAnalysis episode(Episode episode) {
        return new EpisodeAnalysis(
                episode.title(),
                episode.windows().stream().map(TrialAnalyzer::window).toList());
    }

    private static WindowAnalysis window(Episode.Window window) {
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

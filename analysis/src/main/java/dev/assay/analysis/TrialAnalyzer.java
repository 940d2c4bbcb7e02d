package dev.assay.analysis;

import dev.assay.analysis.TrialAnalysis.HiccupSummary;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.Phase;
import dev.assay.core.result.TrialData;
import dev.assay.core.result.TrialData.RecordedHiccups;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Makes a recorded trial's figures. */
public final class TrialAnalyzer {
    private static final double NANOS_PER_SECOND = 1e9;

    private TrialAnalyzer() {}

    /** All figures of the trial; those of a phase that it has not are empty or 0. */
    public static TrialAnalysis analyze(TrialData data) {
        Optional<Phase> measure = data.trial().phases().stream()
                .filter(phase -> phase.name().equals(Phase.MEASURE))
                .findFirst();
        SortedMap<LatencyMetric, MetricAggregator> passes = passes(data, measure);
        return new TrialAnalysis(
                data.trial(),
                Summaries.ofPhase(Phase.MEASURE, passes),
                Summaries.ofPhase(Phase.WARMUP, passes),
                overTime(passes),
                hiccups(data.hiccups(), measure),
                measure.map(phase -> achievedPerSecond(passes, phase)).orElse(0.0),
                data.series());
    }

    /** Each metric on a processor of its own: unpacking the histograms of a long trial is most of the work. */
    private static SortedMap<LatencyMetric, MetricAggregator> passes(TrialData data, Optional<Phase> measure) {
        return Arrays.stream(LatencyMetric.values())
                .parallel()
                .collect(Collectors.toMap(
                        metric -> metric,
                        metric -> MetricAggregator.over(
                                data.intervals(),
                                metric,
                                interval -> measure.map(
                                                phase -> overlap(phase, interval.startNanos(), interval.endNanos()))
                                        .orElse(0.0)),
                        (one, _) -> one,
                        TreeMap::new));
    }

    private static List<LatencyOverTime> overTime(SortedMap<LatencyMetric, MetricAggregator> passes) {
        return passes.entrySet().stream()
                .filter(pass -> !pass.getValue().points().isEmpty())
                .map(pass -> new LatencyOverTime(pass.getKey(), pass.getValue().points()))
                .toList();
    }

    private static HiccupSummary hiccups(List<RecordedHiccups> hiccups, Optional<Phase> measure) {
        Histogram merged = Merge.of(List.of());
        hiccups.stream()
                .filter(interval ->
                        measure.isPresent() && overlap(measure.get(), interval.startNanos(), interval.endNanos()) > 0.5)
                .forEach(interval -> merged.add(interval.histogram()));
        return new HiccupSummary(
                merged.getTotalCount(),
                merged.getValueAtPercentile(99),
                merged.getValueAtPercentile(99.9),
                merged.getMaxValue());
    }

    /** The acknowledgements of an interval that lies across the phase's edge count by the part that lies within. */
    private static double achievedPerSecond(SortedMap<LatencyMetric, MetricAggregator> passes, Phase measure) {
        MetricAggregator responses = passes.get(LatencyMetric.RESPONSE);
        double seconds = (measure.endNanos() - measure.startNanos()) / NANOS_PER_SECOND;
        return seconds > 0 && responses != null ? responses.within() / seconds : 0;
    }

    /** The part of an interval that lies within the phase, from 0 to 1. */
    private static double overlap(Phase phase, long startNanos, long endNanos) {
        long within = Math.min(phase.endNanos(), endNanos) - Math.max(phase.startNanos(), startNanos);
        return endNanos > startNanos ? Math.max(0, within) / (double) (endNanos - startNanos) : 0;
    }
}

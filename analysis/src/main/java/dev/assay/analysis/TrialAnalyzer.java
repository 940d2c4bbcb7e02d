package dev.assay.analysis;

import dev.assay.analysis.TrialAnalysis.HiccupSummary;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.Phase;
import dev.assay.core.result.TrialData;
import dev.assay.core.result.TrialData.RecordedHiccups;
import dev.assay.core.result.TrialData.RecordedInterval;
import java.util.List;
import java.util.Optional;
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
        return new TrialAnalysis(
                data.trial(),
                Summaries.ofPhase(Phase.MEASURE, data.intervals()),
                Summaries.ofPhase(Phase.WARMUP, data.intervals()),
                OverTime.of(data.intervals()),
                hiccups(data.hiccups(), measure),
                measure.map(phase -> achievedPerSecond(data.intervals(), phase)).orElse(0.0),
                data.series());
    }

    private static HiccupSummary hiccups(List<RecordedHiccups> hiccups, Optional<Phase> measure) {
        Histogram merged = Merge.of(hiccups.stream()
                .filter(interval ->
                        measure.isPresent() && overlap(measure.get(), interval.startNanos(), interval.endNanos()) > 0.5)
                .map(RecordedHiccups::histogram)
                .toList());
        return new HiccupSummary(
                merged.getTotalCount(),
                merged.getValueAtPercentile(99),
                merged.getValueAtPercentile(99.9),
                merged.getMaxValue());
    }

    /** The acknowledgements of an interval that lies across the phase's edge count by the part that lies within. */
    private static double achievedPerSecond(List<RecordedInterval> intervals, Phase measure) {
        double acknowledged = intervals.stream()
                .filter(interval -> interval.recorded().metric() == LatencyMetric.RESPONSE)
                .mapToDouble(interval -> overlap(measure, interval.startNanos(), interval.endNanos())
                        * interval.recorded().histogram().getTotalCount())
                .sum();
        double seconds = (measure.endNanos() - measure.startNanos()) / NANOS_PER_SECOND;
        return seconds > 0 ? acknowledged / seconds : 0;
    }

    /** The part of an interval that lies within the phase, from 0 to 1. */
    private static double overlap(Phase phase, long startNanos, long endNanos) {
        long within = Math.min(phase.endNanos(), endNanos) - Math.max(phase.startNanos(), startNanos);
        return endNanos > startNanos ? Math.max(0, within) / (double) (endNanos - startNanos) : 0;
    }
}

package dev.assay.run.verify;

import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LatencyMetric;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.Progress;
import dev.assay.run.coordinator.IntervalSink;
import java.util.TreeMap;

/** Tells the person who waits how far a verification has come, and remembers how long messages waited for their acknowledgement. */
final class VerificationProgress implements IntervalSink {
    private final Progress progress;
    /** By the end of each interval, in nanoseconds from the start of the load. */
    private final TreeMap<Long, Long> longestResponseNanos = new TreeMap<>();

    VerificationProgress(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void onStage(TrialStage stage) {
        progress.stage(stage);
    }

    @Override
    public void onInterval(WorkerInterval interval) {
        long longest = interval.histograms().stream()
                .filter(recorded -> recorded.metric() == LatencyMetric.RESPONSE)
                .map(IntervalHistogram::histogram)
                .mapToLong(histogram -> histogram.getMaxValue())
                .max()
                .orElse(0);
        longestResponseNanos.merge(interval.endNanos(), longest, Math::max);
    }

    /** Longest response time that became known from that moment of the load on; 0 when there is none. */
    long longestWaitSince(long loadNanos) {
        return longestResponseNanos.tailMap(loadNanos).values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }
}

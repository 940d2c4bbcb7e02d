package dev.assay.worker.engine;

import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Holds all recorders of a worker. A thread that records gets its own recorder with its first sample, whichever thread it is: a
 * driver may complete messages on as many threads as its client likes.
 */
final class ThreadRecorders {
    private final LoadTimeline timeline;
    private final int phases;
    private final List<String> subscriptions;
    private final List<ThreadRecorder> all = new CopyOnWriteArrayList<>();
    private final FailureCounter failures;
    private final ThreadLocal<ThreadRecorder> mine = ThreadLocal.withInitial(this::open);

    /** @param subscriptions their names, by number */
    ThreadRecorders(LoadTimeline timeline, List<String> subscriptions) {
        this.timeline = timeline;
        this.phases = timeline.phases().size();
        this.subscriptions = List.copyOf(subscriptions);
        this.failures = new FailureCounter(timeline);
    }

    private ThreadRecorder open() {
        ThreadRecorder recorder = new ThreadRecorder(phases, subscriptions.size());
        all.add(recorder);
        return recorder;
    }

    ThreadRecorder mine() {
        return mine.get();
    }

    FailureCounter failures() {
        return failures;
    }

    /** Returns when the load ends, in nanoseconds from its start. */
    long endNanos() {
        return timeline.endNanos();
    }

    /** Returns the index of the phase in which an intended time lies, counted from the start of the load; the last one beyond its end. */
    int phaseOf(long sinceStartNanos) {
        return timeline.phaseOf(sinceStartNanos);
    }

    /** Returns what was recorded since the last call; one histogram for each phase, metric and subscription that has samples. */
    List<IntervalHistogram> drain() {
        LatencyHistograms sum = new LatencyHistograms(phases, subscriptions.size());
        for (ThreadRecorder recorder : all) {
            recorder.drainInto(sum);
        }
        return sum.histograms(timeline.phases().stream().map(Phase::name).toList(), subscriptions);
    }

    /** Reads against the way of the messages, so that none is seen acknowledged that has not been seen sent. */
    LoadTotals totals(long offered) {
        List<Long> received = new ArrayList<>();
        for (int subscription = 0; subscription < subscriptions.size(); subscription++) {
            int index = subscription;
            received.add(sum(recorder -> recorder.received(index)));
        }
        long acked = sum(recorder -> recorder.acked);
        long failed = sum(recorder -> recorder.failed);
        long sent = sum(recorder -> recorder.sent);
        return new LoadTotals(offered, sent, acked, failed, received, failures.counts());
    }

    private long sum(Function<ThreadRecorder, PaddedLong> counter) {
        return all.stream()
                .mapToLong(recorder -> counter.apply(recorder).getVolatile())
                .sum();
    }
}

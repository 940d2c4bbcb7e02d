package dev.assay.engine;

import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * All lanes of a worker. A thread that records gets a lane of its own with its first sample, whichever thread it is: a
 * driver may complete messages on as many threads as its client likes.
 */
final class Lanes {
    private final List<Phase> phases;
    private final long[] phaseEnds;
    private final int subscriptions;
    private final List<Lane> all = new CopyOnWriteArrayList<>();
    private final ThreadLocal<Lane> mine = ThreadLocal.withInitial(this::open);

    Lanes(List<Phase> phases, int subscriptions) {
        this.phases = phases;
        this.phaseEnds = phases.stream().mapToLong(Phase::endNanos).toArray();
        this.subscriptions = subscriptions;
    }

    private Lane open() {
        Lane lane = new Lane(phases.size(), subscriptions);
        all.add(lane);
        return lane;
    }

    /** The lane of the calling thread. */
    Lane mine() {
        return mine.get();
    }

    /** Index of the phase in which an intended time lies, counted from the start of the load; the last one beyond its end. */
    int phaseOf(long sinceStartNanos) {
        int phase = 0;
        while (phase < phaseEnds.length - 1 && sinceStartNanos >= phaseEnds[phase]) {
            phase++;
        }
        return phase;
    }

    /** What was recorded since the last call; one histogram for each phase and metric that has samples. */
    List<IntervalHistogram> drain() {
        LatencySheet sum = new LatencySheet(phases.size());
        for (Lane lane : all) {
            lane.drainInto(sum);
        }
        return sum.histograms(phases);
    }

    /** Read against the way of the messages, so that none is seen acknowledged that has not been seen sent. */
    LoadTotals totals(long offered) {
        List<Long> received = new ArrayList<>();
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            int index = subscription;
            received.add(sum(lane -> lane.received(index)));
        }
        long acked = sum(lane -> lane.acked);
        long failed = sum(lane -> lane.failed);
        long sent = sum(lane -> lane.sent);
        return new LoadTotals(offered, sent, acked, failed, received);
    }

    private long sum(Function<Lane, LoneLong> counter) {
        return all.stream().mapToLong(lane -> counter.apply(lane).getVolatile()).sum();
    }
}

package dev.assay.run.coordinator;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.model.timeline.Phase;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Ends a phase once it is certain that the system can't take its load: the messages that are due, and neither acknowledged nor received by
 * every group that tails, are more than the rest of the phase could make good, even if the system were faster than so far.
 */
final class OverloadCondition implements PhaseCondition {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The time over which the best rate is taken; shorter ones include bursts of buffers. */
    private static final long WINDOW_NANOS = 5_000_000_000L;

    /** The factor by which the system might become faster than its best rate so far. */
    private static final double HOPE = 1.2;

    /** The fraction of the load that may be outstanding at the end, which objectives allow. */
    private static final double FRACTION_LEFT = 0.001;

    private static final double LEFT_SECONDS = 0.5;

    private final int[] liveSubscriptions;
    private final Deque<Report> reports = new ArrayDeque<>();
    private double bestPerSecond;
    private String seen = "";

    /** @param done messages acknowledged, and received by every group that tails */
    private record Report(long nanos, long done) {}

    OverloadCondition(TrialSpec trial) {
        List<Subscription> all = trial.workload().allSubscriptions();
        this.liveSubscriptions = IntStream.range(0, all.size())
                .filter(index -> all.get(index).group().live())
                .toArray();
    }

    @Override
    public ExecutedEvent.Kind kind() {
        return ExecutedEvent.Kind.OVERLOAD;
    }

    @Override
    public String title() {
        return "overloaded" + seen;
    }

    @Override
    public boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve) {
        long done = done(totals);
        reports.add(new Report(nanos, done));
        while (reports.size() > 1 && nanos - reports.getFirst().nanos() > WINDOW_NANOS) {
            Report begin = reports.removeFirst();
            double seconds = (nanos - begin.nanos()) / NANOS_PER_SECOND;
            bestPerSecond = Math.max(bestPerSecond, (done - begin.done()) / seconds);
        }
        if (nanos < phase.startNanos() || bestPerSecond == 0) {
            return false;
        }
        double outstanding = totals.offered() - totals.failed() - done;
        double restSeconds = Math.max(0, phase.endNanos() - nanos) / NANOS_PER_SECOND;
        double stillDue = curve.countAt(phase.endNanos()) - curve.countAt(Math.min(nanos, phase.endNanos()));
        double offered = curve.countAt(phase.endNanos()) - curve.countAt(phase.startNanos());
        double left = FRACTION_LEFT * offered + LEFT_SECONDS * offered / (phase.lengthNanos() / NANOS_PER_SECOND);
        boolean hopeless = outstanding + stillDue - left > HOPE * bestPerSecond * restSeconds;
        if (hopeless) {
            seen = String.format(
                    Locale.ROOT,
                    ": %,.0f messages outstanding, %,.0f still due in %.0f s, and no more than %,.0f/s so far",
                    outstanding,
                    stillDue,
                    restSeconds,
                    bestPerSecond);
        }
        return hopeless;
    }

    private long done(LoadTotals totals) {
        return IntStream.of(liveSubscriptions)
                .mapToLong(index -> index < totals.received().size()
                        ? Math.min(totals.acked(), totals.received().get(index))
                        : 0)
                .min()
                .orElse(totals.acked());
    }
}

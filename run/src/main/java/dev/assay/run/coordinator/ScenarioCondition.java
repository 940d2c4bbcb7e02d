package dev.assay.run.coordinator;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload.Subscription;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.stream.IntStream;

/** Ends a phase by the scenario's condition, as far as the workers' reports show it. */
final class ScenarioCondition implements PhaseCondition {
    private static final long SECOND = 1_000_000_000L;

    /** The time for which the backlog must stay below a second of load before a consumer group has caught up. */
    static final long CAUGHT_UP_NANOS = 5 * SECOND;

    /** The time by which every worker has reported what it sent before a phase. */
    private static final long REPORTED_NANOS = 300_000_000;

    private final PhaseSpec.Until until;
    private final double messageBytes;
    private final int[] subscriptions;
    private long sentBefore = -1;
    private long belowSinceNanos = -1;

    ScenarioCondition(TrialSpec trial, PhaseSpec phase) {
        this.until = phase.until();
        this.messageBytes = trial.workload().message().meanBytes();
        List<Subscription> all = trial.workload().allSubscriptions();
        this.subscriptions = IntStream.range(0, all.size())
                .filter(index -> all.get(index).groupName().equals(until.caughtUp()))
                .toArray();
    }

    @Override
    public String title() {
        return until.caughtUp().isEmpty() ? until.sent() + " sent" : until.caughtUp() + " has caught up";
    }

    @Override
    public boolean holds(LoadTotals totals, long nanos, Phase phase, LoadCurve curve) {
        if (nanos < phase.startNanos()) {
            return false;
        }
        return until.caughtUp().isEmpty()
                ? sent(totals, nanos < phase.startNanos() + REPORTED_NANOS)
                : caughtUp(totals, nanos, curve);
    }

    /** @param begun whether messages that were sent before the phase may not have been reported yet; of its own, those may count as such */
    private boolean sent(LoadTotals totals, boolean begun) {
        if (begun || sentBefore < 0) {
            sentBefore = totals.sent();
        }
        return (totals.sent() - sentBefore) * messageBytes >= until.sent().bytes();
    }

    private boolean caughtUp(LoadTotals totals, long nanos, LoadCurve curve) {
        double secondOfLoad = curve.countAt(nanos) - curve.countAt(nanos - SECOND);
        if (backlog(totals) > secondOfLoad) {
            belowSinceNanos = -1;
            return false;
        }
        if (belowSinceNanos < 0) {
            belowSinceNanos = nanos;
        }
        return nanos - belowSinceNanos >= CAUGHT_UP_NANOS;
    }

    /** Returns the backlog of the slowest of its subscriptions. */
    private long backlog(LoadTotals totals) {
        return IntStream.of(subscriptions)
                .mapToLong(index -> index < totals.received().size()
                        ? totals.acked() - totals.received().get(index)
                        : totals.acked())
                .max()
                .orElse(0);
    }
}

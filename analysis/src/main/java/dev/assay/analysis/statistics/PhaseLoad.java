package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.Standstill.Silence;
import dev.assay.analysis.steady.Drift;
import dev.assay.analysis.steady.MannKendall;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

final class PhaseLoad {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Limits the change of a scheduled rate; arrivals at random may differ by chance. */
    private static final double CONSTANT_FRACTION = 0.05;

    private final LiveSubscriptions groups;
    private final List<PhaseDelivery> earlier;
    private final boolean random;
    private final double start;
    private final double end;
    private final MannKendall.Series outstanding = new MannKendall.Series();
    private final MannKendall.Series offeredRates = new MannKendall.Series();
    private final List<MannKendall.Series> receivedRates = new ArrayList<>();
    private final List<MannKendall.Series> backlogs = new ArrayList<>();
    private final double[] receivedBefore;
    private final double[] receivedAtSample;
    private double offeredAtSample;
    private double failedBefore;
    private double offeredBefore;
    private double sentBefore;
    private double ackedBefore;
    private double nextSample;
    private double silence;
    private double longestSilence;
    private final List<Silence> silences = new ArrayList<>();
    private double answered = 1;
    private @Nullable Counts counted;
    private List<GroupLoad> loads = List.of();
    private List<PhaseDrift> drifts = List.of();

    private record Counts(double offered, double behind, double sent, double acked, double failed) {}

    /**
     * @param earlier what became of the messages of the phases before it
     * @param random whether messages are due at random times
     */
    PhaseLoad(Phase phase, LiveSubscriptions groups, List<PhaseDelivery> earlier, boolean random) {
        this.groups = groups;
        this.earlier = List.copyOf(earlier);
        this.random = random;
        start = phase.startNanos() / NANOS_PER_SECOND;
        end = phase.endNanos() / NANOS_PER_SECOND;
        nextSample = start;
        receivedBefore = new double[groups.subscriptions().size()];
        receivedAtSample = receivedBefore.clone();
        groups.subscriptions().forEach(one -> {
            backlogs.add(new MannKendall.Series());
            receivedRates.add(new MannKendall.Series());
        });
    }

    void follow(LoadCounts counts) {
        if (counted != null || counts.nowSeconds() < start) {
            return;
        }
        takeSamples(counts, Math.min(end, counts.nowSeconds()));
        takeSilence(counts);
        if (counts.nowSeconds() >= end) {
            close(counts, end);
        }
    }

    private void takeSamples(LoadCounts counts, double upTo) {
        if (outstanding.count() == 0) {
            offeredBefore = counts.offered(start);
            failedBefore = counts.failed(start);
            sentBefore = counts.sent(start);
            ackedBefore = counts.acked(start);
            for (int number = 0; number < receivedBefore.length; number++) {
                receivedBefore[number] = counts.received(number, start);
                receivedAtSample[number] = receivedBefore[number];
            }
            offeredAtSample = offeredBefore;
        }
        while (nextSample <= upTo) {
            if (outstanding.count() > 0) {
                takeRates(counts, nextSample);
            }
            outstanding.add(counts.outstanding(nextSample));
            for (int number = 0; number < backlogs.size(); number++) {
                backlogs.get(number).add(counts.backlog(number, nextSample));
            }
            nextSample = start + outstanding.count();
        }
    }

    private void takeRates(LoadCounts counts, double at) {
        offeredRates.add(counts.offered(at) - offeredAtSample);
        offeredAtSample = counts.offered(at);
        for (int number = 0; number < receivedAtSample.length; number++) {
            receivedRates.get(number).add(counts.received(number, at) - receivedAtSample[number]);
            receivedAtSample[number] = counts.received(number, at);
        }
    }

    private void takeSilence(LoadCounts counts) {
        double from = Math.max(start, counts.beforeSeconds());
        double to = Math.min(end, counts.nowSeconds());
        boolean silent = counts.acked(to) == counts.acked(from) && counts.offered(to) > counts.offered(from);
        silence = silent ? silence + to - from : 0;
        longestSilence = Math.max(longestSilence, silence);
        takeStandstill(counts, from, to);
    }

    private void takeStandstill(LoadCounts counts, double from, double to) {
        double due = counts.offered(to) - counts.offered(from);
        double outcomes = counts.acked(to) + counts.failed(to) - counts.acked(from) - counts.failed(from);
        boolean still =
                due >= Standstill.MIN_PER_SECOND * (to - from) && outcomes <= Standstill.ANSWERED_FRACTION * due;
        if (still && due > 0) {
            boolean goesOn = !silences.isEmpty() && silences.getLast().to() == from;
            Silence first = goesOn ? silences.removeLast() : new Silence(from, to, answered);
            silences.add(new Silence(first.from(), to, first.answeredBefore()));
        }
        answered = due > 0 ? Math.clamp(outcomes / due, 0, 1) : 1;
    }

    private void close(LoadCounts counts, double at) {
        counted = new Counts(
                counts.offered(at) - offeredBefore,
                offeredBefore - failedBefore - Math.min(offeredBefore - failedBefore, ackedBefore),
                Math.max(0, counts.sent(at) - afterBacklog(sentBefore, neverSent())),
                Math.max(0, counts.acked(at) - afterBacklog(ackedBefore, failedBefore + withoutAnswer())),
                counts.failed(at) - failedBefore);
        List<GroupLoad> all = new ArrayList<>();
        for (int number = 0; number < receivedBefore.length; number++) {
            TrialSubscription subscription = groups.subscriptions().get(number);
            all.add(new GroupLoad(
                    subscription,
                    groups.live(subscription),
                    counts.received(number, at) - receivedBefore[number],
                    Math.max(
                            0,
                            counts.received(number, at)
                                    - afterBacklog(
                                            receivedBefore[number],
                                            counts.failedForGood(number) * failedBefore
                                                    + neverReceived(subscription.name()))),
                    counts.failedForGood(number) * (counts.failed(at) - failedBefore),
                    counts.backlog(number, at),
                    backlogs.get(number).trend()));
        }
        loads = List.copyOf(all);
        drifts = drifts();
        backlogs.clear();
    }

    /**
     * Returns the count at which all messages due before the phase had been processed, apart from those that nobody need wait for. Where a
     * phase ends before that count, none of its own messages was counted.
     *
     * @param never messages due before the phase that this never happened to
     */
    private double afterBacklog(double before, double never) {
        return Math.max(before, offeredBefore - never);
    }

    private double neverSent() {
        return earlier.stream().mapToLong(PhaseDelivery::unsent).sum();
    }

    private double withoutAnswer() {
        return neverSent() + earlier.stream().mapToLong(PhaseDelivery::unknown).sum();
    }

    /** Returns how many messages the subscription has never received, apart from those that failed. */
    private double neverReceived(String subscription) {
        double never = neverSent();
        for (PhaseDelivery phase : earlier) {
            for (SubscriptionDelivery one : phase.subscriptions()) {
                if (one.subscription().equals(subscription)) {
                    never += one.missing() + Math.max(0, phase.unknown() - one.recovered());
                }
            }
        }
        return never;
    }

    private boolean constant() {
        return offeredRates.thirdsAlike(CONSTANT_FRACTION, random);
    }

    private List<PhaseDrift> drifts() {
        List<PhaseDrift> all = new ArrayList<>();
        for (int number = 0; number < receivedRates.size(); number++) {
            TrialSubscription subscription = groups.subscriptions().get(number);
            if (groups.live(subscription)) {
                String title =
                        "rate received" + (receivedRates.size() == 1 ? "" : " by subscription " + subscription.name());
                MannKendall.Series rates = receivedRates.get(number);
                all.add(new PhaseDrift(PhaseDrift.Of.RATE, title, rates, 1, Drift.of(rates)));
            }
        }
        all.add(new PhaseDrift(PhaseDrift.Of.BACKLOG, "messages outstanding", outstanding, 1, Drift.of(outstanding)));
        return all;
    }

    List<PhaseDrift> drifts(LoadCounts counts) {
        return counts.known() ? drifts : List.of();
    }

    /** Ends the series; a phase that it breaks off in is closed with the last counts. */
    void finish(LoadCounts counts) {
        if (counted == null && counts.known()) {
            takeSamples(counts, end);
            close(counts, end);
        }
    }

    List<Silence> silences() {
        return silences;
    }

    /** Returns the messages due in the phase; empty where the series does not have the counts. */
    OptionalDouble offered(LoadCounts counts) {
        Counts ofPhase = counted;
        return counts.known() && ofPhase != null ? OptionalDouble.of(ofPhase.offered()) : OptionalDouble.empty();
    }

    /**
     * Returns the load of the phase; empty where the series does not have the counts.
     *
     * @param latencySeconds how long a message is usually outstanding
     */
    Optional<LoadChange> change(LoadCounts counts, double latencySeconds) {
        Counts ofPhase = counted;
        if (!counts.known() || ofPhase == null) {
            return Optional.empty();
        }
        return Optional.of(new LoadChange(
                ofPhase.offered(),
                ofPhase.behind(),
                ofPhase.sent(),
                ofPhase.acked(),
                ofPhase.failed(),
                constant(),
                beyondInFlight(counts.curve(), latencySeconds),
                outstanding.count(),
                longestSilence,
                counts.curve()));
    }

    private MannKendall beyondInFlight(OfferedCurve curve, double latencySeconds) {
        double[] values = outstanding.kept();
        for (int i = 0; i < values.length; i++) {
            double at = start + (double) i * outstanding.step();
            values[i] -= curve.between(at - latencySeconds, at);
        }
        return MannKendall.of(values, outstanding.step());
    }

    List<GroupLoad> groups(LoadCounts counts) {
        return counts.known() ? loads : List.of();
    }
}

package dev.assay.analysis.evidence;

import dev.assay.core.result.Phase;
import dev.assay.core.result.TrialSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows the counts through one phase: what they were at its begin, at each second after that, and at its end. */
final class PhaseLoad {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Tailing readers;
    private final double start;
    private final double end;
    private final Trend.Figures outstanding = new Trend.Figures();
    private final List<Trend.Figures> backlogs = new ArrayList<>();
    private final double[] receivedBefore;
    private double offeredBefore;
    private double sentBefore;
    private double ackedBefore;
    private double nextSample;
    private double silence;
    private double longestSilence;
    private @Nullable LoadChange change;
    private List<ReaderLoad> loads = List.of();

    PhaseLoad(Phase phase, Tailing readers) {
        this.readers = readers;
        start = phase.startNanos() / NANOS_PER_SECOND;
        end = phase.endNanos() / NANOS_PER_SECOND;
        nextSample = start;
        receivedBefore = new double[readers.subscriptions().size()];
        readers.subscriptions().forEach(one -> backlogs.add(new Trend.Figures()));
    }

    /** Takes the second that was added last. */
    void follow(LoadCounts counts) {
        if (change != null || counts.nowSeconds() < start) {
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
            sentBefore = counts.sent(start);
            ackedBefore = counts.acked(start);
            for (int number = 0; number < receivedBefore.length; number++) {
                receivedBefore[number] = counts.received(number, start);
            }
        }
        while (nextSample <= upTo) {
            outstanding.add(counts.outstanding(nextSample));
            for (int number = 0; number < backlogs.size(); number++) {
                backlogs.get(number).add(counts.backlog(number, nextSample));
            }
            nextSample = start + outstanding.count();
        }
    }

    private void takeSilence(LoadCounts counts) {
        double from = Math.max(start, counts.beforeSeconds());
        double to = Math.min(end, counts.nowSeconds());
        boolean silent = counts.acked(to) == counts.acked(from) && counts.offered(to) > counts.offered(from);
        silence = silent ? silence + to - from : 0;
        longestSilence = Math.max(longestSilence, silence);
    }

    private void close(LoadCounts counts, double at) {
        change = new LoadChange(
                counts.offered(at) - offeredBefore,
                counts.sent(at) - sentBefore,
                counts.acked(at) - ackedBefore,
                outstanding.trend(),
                outstanding.count(),
                longestSilence);
        List<ReaderLoad> all = new ArrayList<>();
        for (int number = 0; number < receivedBefore.length; number++) {
            TrialSubscription subscription = readers.subscriptions().get(number);
            all.add(new ReaderLoad(
                    subscription,
                    readers.tails(subscription),
                    counts.received(number, at) - receivedBefore[number],
                    counts.backlog(number, at),
                    backlogs.get(number).trend()));
        }
        loads = List.copyOf(all);
        backlogs.clear();
    }

    /** The series is over; a phase that it breaks off in stays as it was then. */
    void finish(LoadCounts counts) {
        if (change == null && counts.known()) {
            takeSamples(counts, end);
            close(counts, end);
        }
    }

    /** How the load went; empty where the series does not tell. */
    Optional<LoadChange> change(LoadCounts counts) {
        return counts.known() ? Optional.ofNullable(change) : Optional.empty();
    }

    List<ReaderLoad> readers(LoadCounts counts) {
        return counts.known() ? loads : List.of();
    }
}

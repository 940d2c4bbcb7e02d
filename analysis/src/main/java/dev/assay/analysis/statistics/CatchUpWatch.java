package dev.assay.analysis.statistics;

import dev.assay.model.result.TrialSubscription;
import java.util.Optional;
import java.util.OptionalDouble;

final class CatchUpWatch {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final TrialSubscription subscription;
    private final int number;
    private final double endsSeconds;
    private final double messageBytes;
    private final ReadingRate rate = new ReadingRate();
    private double beganSeconds;
    private double backlog;
    private double receivedBefore;
    private double fetchedBytes;
    private boolean fetchesKnown = true;
    private double belowSinceSeconds = Double.NaN;
    private double caughtUpSeconds = NEVER;
    private State state = State.AHEAD;

    private enum State {
        AHEAD,
        READING,
        OVER
    }

    /**
     * Creates a watch.
     *
     * @param number of the subscription
     * @param beginsSeconds when it begins to read; NaN where its first message shows it
     * @param endsSeconds when it is paused again; infinite for never
     * @param messageBytes the mean payload of a message
     */
    CatchUpWatch(
            TrialSubscription subscription, int number, double beginsSeconds, double endsSeconds, double messageBytes) {
        this.subscription = subscription;
        this.number = number;
        this.beganSeconds = beginsSeconds;
        this.endsSeconds = endsSeconds;
        this.messageBytes = messageBytes;
    }

    /**
     * Processes the second that was added last.
     *
     * @param fetchedBytesPerSecond what servers fetched from disks in it; empty where that is not known
     */
    void follow(LoadCounts counts, OptionalDouble fetchedBytesPerSecond) {
        if (state == State.AHEAD && hasBegun(counts)) {
            backlog = counts.backlog(number, beganSeconds);
            receivedBefore = counts.received(number, beganSeconds);
            state = State.READING;
        }
        if (state == State.READING) {
            double from = Math.max(beganSeconds, counts.beforeSeconds());
            double to = Math.min(endsSeconds, counts.nowSeconds());
            if (to > from) {
                rate.add(from, read(counts, from), to, read(counts, to), backlog);
                compare(counts, from, to);
                fetchesKnown &= fetchedBytesPerSecond.isPresent();
                fetchedBytes += (to - from) * fetchedBytesPerSecond.orElse(0);
            }
            if (to >= endsSeconds || to - belowSinceSeconds >= CatchUp.STAYS_SECONDS) {
                close();
            }
        }
    }

    private boolean hasBegun(LoadCounts counts) {
        if (Double.isNaN(beganSeconds) && counts.received(number, counts.nowSeconds()) > 0) {
            beganSeconds = counts.beforeSeconds();
        }
        return beganSeconds <= counts.nowSeconds();
    }

    private double read(LoadCounts counts, double seconds) {
        return counts.received(number, seconds) - receivedBefore;
    }

    /** Compares the backlog with a second of load, and interpolates it linearly between two seconds. */
    private void compare(LoadCounts counts, double from, double to) {
        double secondOfLoad = (counts.offered(counts.nowSeconds()) - counts.offered(counts.beforeSeconds()))
                / (counts.nowSeconds() - counts.beforeSeconds());
        double above = counts.backlog(number, to) - secondOfLoad;
        if (above > 0) {
            belowSinceSeconds = Double.NaN;
        } else if (Double.isNaN(belowSinceSeconds)) {
            double aboveBefore = counts.backlog(number, from) - secondOfLoad;
            belowSinceSeconds = aboveBefore <= 0 ? from : from + (to - from) * aboveBefore / (aboveBefore - above);
        }
    }

    private void close() {
        if (!Double.isNaN(belowSinceSeconds)) {
            caughtUpSeconds = belowSinceSeconds;
        }
        state = State.OVER;
    }

    /** Returns the result when the series is over; empty where the group never began. */
    Optional<CatchUp> finish(LoadCounts counts) {
        if (state == State.READING) {
            close();
        }
        return state == State.AHEAD || !counts.known()
                ? Optional.empty()
                : Optional.of(new CatchUp(
                        subscription.group(),
                        subscription.name(),
                        beganSeconds,
                        backlog,
                        caughtUpSeconds == NEVER ? OptionalDouble.empty() : OptionalDouble.of(caughtUpSeconds),
                        rate.mean(),
                        rate.best(),
                        fractionOfDisk()));
    }

    private OptionalDouble fractionOfDisk() {
        return fetchesKnown && backlog > 0
                ? OptionalDouble.of(fetchedBytes / (backlog * messageBytes))
                : OptionalDouble.empty();
    }
}

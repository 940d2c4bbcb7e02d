package dev.assay.analysis.verdict;

import dev.assay.analysis.verdict.TrialEvidence.LoadPoint;
import dev.assay.core.result.LoadTotals;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** The counts at any instant: straight lines between the points that were recorded. */
final class LoadWindow {
    private static final long ARRIVING_WITHIN_NANOS = 2_000_000_000L;

    private final List<LoadPoint> points;
    private final int subscriptions;

    LoadWindow(List<LoadPoint> points) {
        this.points = points;
        subscriptions = points.stream()
                .mapToInt(point -> point.totals().received().size())
                .max()
                .orElse(0);
    }

    /** A count at an instant; that of the nearest end before the start of the load and after the last point. */
    double at(long nanos, ToLongFunction<LoadTotals> count) {
        int next = firstNotBefore(nanos);
        LoadPoint before = next == 0 ? new LoadPoint(0, LoadTotals.ZERO) : points.get(next - 1);
        return next == points.size()
                ? count.applyAsLong(before.totals())
                : between(before, points.get(next), nanos, count);
    }

    private int firstNotBefore(long nanos) {
        int low = 0;
        int high = points.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (points.get(middle).nanos() < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double between(LoadPoint before, LoadPoint after, long nanos, ToLongFunction<LoadTotals> count) {
        double from = count.applyAsLong(before.totals());
        double to = count.applyAsLong(after.totals());
        long length = after.nanos() - before.nanos();
        return length <= 0 ? to : from + (to - from) * (nanos - before.nanos()) / length;
    }

    /** All counts at an instant, to the nearest message. */
    LoadTotals totalsAt(long nanos) {
        List<Long> received = IntStream.range(0, subscriptions)
                .mapToObj(subscription -> Math.round(at(nanos, totals -> received(totals, subscription))))
                .toList();
        return new LoadTotals(
                Math.round(at(nanos, LoadTotals::offered)),
                Math.round(at(nanos, LoadTotals::sent)),
                Math.round(at(nanos, LoadTotals::acked)),
                Math.round(at(nanos, LoadTotals::failed)),
                received);
    }

    private static long received(LoadTotals totals, int subscription) {
        return subscription < totals.received().size() ? totals.received().get(subscription) : 0;
    }

    /** Offered but not yet received by the slowest subscription, or not yet acknowledged where nobody subscribes. */
    static long outstanding(LoadTotals totals) {
        return totals.offered()
                - totals.received().stream().mapToLong(Long::longValue).min().orElse(totals.acked());
    }

    /** Whether messages still arrived in the last two seconds on record. */
    boolean stillArriving() {
        if (points.isEmpty()) {
            return false;
        }
        long end = points.getLast().nanos();
        return at(end, LoadWindow::received) > at(end - ARRIVING_WITHIN_NANOS, LoadWindow::received);
    }

    private static long received(LoadTotals totals) {
        return totals.received().stream().mapToLong(Long::longValue).sum();
    }
}

package dev.assay.run.trial;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.LoadTotals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up the counts of workers, which report at different instants: between two reports the counts of each grow as those of the messages
 * due do, and on a straight line where none is due or the load ends. So what a worker that reports late did on both sides of a change of
 * the rate is not spread evenly over them.
 */
final class AlignedCounts {
    private final Map<String, Deque<Report>> workers = new HashMap<>();
    private LoadCurve schedule = LoadCurve.of(List.of());

    private record Report(long nanos, LoadTotals totals) {}

    void follow(LoadCurve changed) {
        schedule = changed;
    }

    /** Adds a worker's report; a worker's reports must be added in order. */
    void add(String worker, long nanos, LoadTotals totals) {
        workers.computeIfAbsent(worker, name -> new ArrayDeque<>(List.of(new Report(0, LoadTotals.ZERO))))
                .add(new Report(nanos, totals));
    }

    /** Returns the last instant of any report, in nanoseconds from the start of the load. */
    long lastNanos() {
        return workers.values().stream()
                .mapToLong(reports -> reports.getLast().nanos())
                .max()
                .orElse(0);
    }

    /**
     * Adds up all workers at an instant, to the nearest message; a worker that has stopped reporting counts with its last report. Failures
     * by class are as each worker reported them last.
     *
     * @param nanos never earlier than at the previous call
     */
    LoadTotals at(long nanos) {
        double offered = 0;
        double sent = 0;
        double acked = 0;
        double failed = 0;
        List<Double> received = new ArrayList<>();
        List<List<FailureCount>> failures = new ArrayList<>();
        for (Deque<Report> reports : workers.values()) {
            Report before = before(reports, nanos);
            Report after = reports.stream().skip(1).findFirst().orElse(before);
            double fraction = fraction(before, after, nanos);
            failures.add(before.totals().failures());
            offered += between(before.totals().offered(), after.totals().offered(), fraction);
            sent += between(before.totals().sent(), after.totals().sent(), fraction);
            acked += between(before.totals().acked(), after.totals().acked(), fraction);
            failed += between(before.totals().failed(), after.totals().failed(), fraction);
            for (int number = 0; number < after.totals().received().size(); number++) {
                if (number == received.size()) {
                    received.add(0.0);
                }
                long from = number < before.totals().received().size()
                        ? before.totals().received().get(number)
                        : 0;
                received.set(
                        number,
                        received.get(number)
                                + between(from, after.totals().received().get(number), fraction));
            }
        }
        return new LoadTotals(
                Math.round(offered),
                Math.round(sent),
                Math.round(acked),
                Math.round(failed),
                received.stream().map(Math::round).toList(),
                FailureCount.sum(failures));
    }

    /** Returns the last report before the instant, and removes those before it, which are not needed any more. */
    private static Report before(Deque<Report> reports, long nanos) {
        Report before = reports.removeFirst();
        while (!reports.isEmpty() && reports.getFirst().nanos() <= nanos) {
            before = reports.removeFirst();
        }
        reports.addFirst(before);
        return before;
    }

    private double fraction(Report before, Report after, long nanos) {
        return after.nanos() == before.nanos() ? 0 : schedule.part(before.nanos(), after.nanos(), nanos);
    }

    private static double between(long from, long to, double fraction) {
        return from + (to - from) * fraction;
    }
}

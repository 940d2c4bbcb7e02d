package dev.assay.worker.engine;

import dev.assay.driver.Driver;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.result.WorkerInterval;
import dev.assay.worker.engine.EngineTrials.Load;
import dev.assay.worker.engine.EngineTrials.Shape;
import java.time.Duration;
import java.util.Locale;

/** Prints how many messages a second the whole loop does on the in-memory driver; for developers, no test. */
final class ThroughputPrinter {
    private ThroughputPrinter() {}

    /**
     * Prints the throughput of each second.
     *
     * @param args number of producers, each with a topic of its own; seconds
     */
    public static void main(String[] args) throws Exception {
        int producers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        Load load =
                new Load(producers * 5e6, Arrivals.CONSTANT, Duration.ZERO, Duration.ofSeconds(seconds), Duration.ZERO);
        Assignment assignment = EngineTrials.assignment(new Shape(producers, 1, 1, 1, 1), load);
        TrialClock clock = TrialClock.monotonic(0);
        try (Driver driver = EngineTrials.memory("none", Duration.ZERO)) {
            driver.createTopics(EngineTrials.topics(assignment));
            try (LoadSession session = LoadSession.open(driver, assignment, clock)) {
                session.start(clock.now());
                WorkerInterval last = session.interval();
                for (int second = 1; second <= seconds; second++) {
                    clock.local().park(second * 1_000_000_000L - last.endNanos());
                    WorkerInterval next = session.interval();
                    print(last, next);
                    last = next;
                }
            }
        }
    }

    /** Prints by processor time, which is valid on a machine that has other things to do as well. */
    private static void print(WorkerInterval last, WorkerInterval next) {
        long messages = next.totals().sent() - last.totals().sent();
        double seconds = (next.endNanos() - last.endNanos()) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%.2f s: %,.0f messages/s, %d ns of processor time each (n = %,d)%n",
                seconds,
                messages / seconds,
                next.harness().cpuNanos() / Math.max(1, messages),
                messages);
    }
}

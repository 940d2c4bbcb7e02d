package dev.assay.run.preflight;

import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import dev.assay.scenario.search.SearchEstimate;
import dev.assay.store.TrialWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Estimates the size of a run directory: latencies and values of each second of all trials that there can be, without logs of servers and
 * workers.
 */
public final class RecordedOutput {
    /**
     * The bytes of a line of a latency log, beside its samples: 1.1 kB with 2000 samples, 4.2 kB with 20 000, and no more than the buckets
     * of three digits.
     */
    private static final double LINE_BYTES = 100;

    private static final double LINE_BYTES_OF_SAMPLE = 9;
    private static final double LINE_EXPONENT = 0.62;
    private static final double MAX_LINE_BYTES = 8_000;

    private static final int METRICS_OF_SENDING = 3;
    private static final int METRICS_OF_ARRIVALS = 2;

    /** The bytes of a worker's second: hiccups, and some twenty values of the worker, its client and its machine, of 70 B each. */
    private static final double WORKER_BYTES = 2_000;

    /** The bytes of a second of servers and the machine that they run on. */
    private static final double SERVER_BYTES = 6_000;

    private RecordedOutput() {}

    public static double bytes(List<PlannedTrial> trials, int workers) {
        double bytes = 0;
        Set<String> before = new HashSet<>();
        for (PlannedTrial trial : trials) {
            boolean again = !before.add(trial.label());
            int times = trial.spec()
                    .search()
                    .map(search -> SearchEstimate.of(search, again))
                    .map(ProgressEstimate::max)
                    .orElse(1);
            bytes += times
                    * perSecond(trial.spec(), workers)
                    * trial.spec().timeline().endNanos()
                    / 1e9;
        }
        return bytes;
    }

    private static double perSecond(TrialSpec trial, int workers) {
        Workload load = trial.workload();
        double rate = trial.timeline().curve().total() / (trial.timeline().endNanos() / 1e9);
        int subscriptions = load.allSubscriptions().size();
        int senders = Math.min(workers, load.totalProducers());
        int receivers = Math.min(workers * subscriptions, load.totalConsumers());
        if (workers > TrialWriter.MAX_SINGLE_WORKERS) {
            senders = 1;
            receivers = subscriptions;
        }
        return METRICS_OF_SENDING * lines(senders, rate)
                + METRICS_OF_ARRIVALS * lines(receivers, rate * subscriptions)
                + WORKER_BYTES * workers
                + SERVER_BYTES;
    }

    /** Returns the bytes of a second's samples in {@code count} lines. */
    private static double lines(int count, double samples) {
        double each = samples / Math.max(1, count);
        return count * Math.min(MAX_LINE_BYTES, LINE_BYTES + LINE_BYTES_OF_SAMPLE * Math.pow(each, LINE_EXPONENT));
    }
}

package dev.assay.run.coordinator;

import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.store.TrialWriter;
import java.util.Collections;
import java.util.Map;

/**
 * Estimates the most heap that this process needs while it coordinates a trial. It grows with subscriptions, phases and producers, and
 * hardly with workers, whose reports of a second are added up as they come. docs/PERFORMANCE.md has the terms.
 *
 * @param baseBytes of any command
 * @param intervalBytes one worker's report of a second, unpacked
 * @param secondBytes latencies of seconds under way, added up over the workers where there are many
 * @param ledgerBytes what was sent and received, by producer and subscription
 * @param workerBytes of each worker: its connection, and values of seconds under way
 */
public record CoordinatorHeap(
        long baseBytes, long intervalBytes, long secondBytes, long ledgerBytes, long workerBytes) {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long BASE_BYTES = 96 * MIB;

    /** The size of a histogram of three digits, with values of up to ten seconds. */
    private static final long HISTOGRAM_BYTES = 192 * KIB;

    /** Messages of two phases complete in the second between them. */
    private static final long PHASES_AT_ONCE = 2;

    private static final long METRICS_OF_SENDING = 3;
    private static final long METRICS_OF_ARRIVALS = 2;

    /** The size of a set's last chunk, which is hardly ever full. */
    private static final long SEQUENCES_BYTES = 10 * KIB;

    /** Bytes per message, as of a worker: a chunk's place in its set, and a list of up to four messages that never came. */
    private static final double BYTES_PER_MESSAGE = (8 + 32) / 32_768.0;

    /** The number of sets of a subscription that several workers share: what came, what came again, and what was reported to workers. */
    private static final long SETS_OF_SHARED = 3;

    /** The most seconds of reports that wait: a worker that is further behind fails the trial. */
    private static final long SECONDS_UNDER_WAY = 15;

    private static final long WORKER_BYTES = 128 * KIB;
    private static final long GRAIN_BYTES = 256 * MIB;

    /** The part of its memory that a JVM keeps for itself, as a factor. */
    private static final double ROOM = 1.1;

    public static CoordinatorHeap of(TrialSpec trial, int workers) {
        Workload load = trial.workload();
        long subscriptions = load.allSubscriptions().size();
        long phases = Math.min(PHASES_AT_ONCE, trial.timeline().parts().size());
        long histograms = phases * (METRICS_OF_SENDING + METRICS_OF_ARRIVALS * subscriptions);
        long setsOfSubscription = workers > 1 && load.maxConsumers() > 1 ? SETS_OF_SHARED : 1;
        long sets = load.totalProducers() * (1 + setsOfSubscription * subscriptions);
        double perMessage = BYTES_PER_MESSAGE * (1 + setsOfSubscription * subscriptions);
        return new CoordinatorHeap(
                BASE_BYTES,
                histograms * HISTOGRAM_BYTES,
                workers > TrialWriter.MAX_SINGLE_WORKERS ? SECONDS_UNDER_WAY * histograms * HISTOGRAM_BYTES : 0,
                SEQUENCES_BYTES * sets
                        + Math.round(perMessage * trial.timeline().curve().total()),
                WORKER_BYTES * workers);
    }

    /** Returns the most bytes in use; one worker's report of a second may take a part of the heap only. */
    public long neededBytes() {
        long all = baseBytes + intervalBytes + secondBytes + ledgerBytes + workerBytes;
        return Math.max(all, ReportCheck.PART_OF_HEAP * intervalBytes);
    }

    /** Returns a heap that is large enough, as {@code ASSAY_HEAP} takes it, such as {@code 1024m}. */
    public String suggestion() {
        return Math.ceilDiv(Math.round(ROOM * neededBytes()), GRAIN_BYTES) * (GRAIN_BYTES / MIB) + "m";
    }

    public String largestPart() {
        Map<String, Long> parts = Map.of(
                "the histograms of each second", Math.max(secondBytes, ReportCheck.PART_OF_HEAP * intervalBytes),
                "the ledgers of producers and subscriptions", ledgerBytes,
                "the workers", workerBytes);
        return Collections.max(parts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }
}

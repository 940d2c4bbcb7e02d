package dev.assay.run.coordinator;

import dev.assay.model.spec.BodyPlan;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import java.util.Collections;
import java.util.Map;

/**
 * Estimates the heap of the worker with the largest part of a trial. The parts that grow with the load are added up from the sizes of the
 * engine's objects; docs/PERFORMANCE.md has the terms, and the measurements.
 *
 * @param baseBytes of any worker
 * @param payloadBytes ready-made payloads and keys
 * @param clientBytes what clients may keep of messages in flight, and of batches that are not full
 * @param pendingBytes objects that follow each message in flight to its outcome
 * @param histogramBytes two of each metric for each thread that records it and each phase
 * @param ledgerBytes sequences that are outstanding, and the progress of each partition
 * @param consumerBytes what clients keep for each consumer, and may have fetched ahead
 * @param partitionBytes what clients keep for each partition that a producer writes to or a subscription reads
 * @param allocatedBytes what clients allocate for messages while a collection is under way
 * @param room the heap divided by the sum of the others but {@code allocatedBytes}: a concurrent collector must have room to work
 */
public record WorkerHeap(
        long baseBytes,
        long payloadBytes,
        long clientBytes,
        long pendingBytes,
        long histogramBytes,
        long ledgerBytes,
        long consumerBytes,
        long partitionBytes,
        long allocatedBytes,
        double room) {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;

    private static final long MIN_BYTES = 96 * MIB;

    private static final double ROOM = 1.5;

    /** The room of trials with a backlog, which comes as fast as the system delivers it, several times the offered rate. */
    private static final double ROOM_TO_CATCH_UP = 3;

    private static final long GRAIN_BYTES = 16 * MIB;

    /** Bytes in use after a collection with next to no load: 18 MiB of the old generation and 4 of the young one. */
    private static final long BASE_BYTES = 40 * MIB;

    private static final long KEY_BYTES = 64;

    /** The memory of a client for one producer's messages where nothing limits their number. */
    private static final long CLIENT_BYTES = 32 * MIB;

    /** The number of batches of each partition: one being filled and one under way; a client may set aside the whole size for each. */
    private static final long BATCHES_OF_PARTITION = 2;

    private static final long PENDING_BYTES = 128;
    private static final long MAX_PENDING = 1L << 18;

    /** The size of a histogram of three digits, with values of up to ten seconds. */
    private static final long HISTOGRAM_BYTES = 192 * KIB;

    private static final long ACTIVE_AND_IDLE = 2;
    private static final long METRICS_OF_SENDING = 3;
    private static final long METRICS_OF_ARRIVALS = 2;

    /** The size of two chunks, as the edge of what is outstanding may lie anywhere. */
    private static final long SEQUENCES_BYTES = 16 * KIB;

    /** A chunk of 32 768 sequences takes 8 KiB while messages are on their way. */
    private static final double BYTES_PER_OUTSTANDING = 0.25;

    /** Bytes kept for ever: a chunk's place in two sets, and 32 B in each for a list of up to four messages that never came. */
    private static final double BYTES_PER_MESSAGE = 2 * (8 + 32) / 32_768.0;

    /** The longest time for which messages are taken to be outstanding. */
    private static final double OUTSTANDING_SECONDS = 60;

    private static final long CONSUMER_BYTES = MIB;

    /**
     * The most that a client fetches ahead of one partition by default, where clients fetch by size; the next is for all its partitions.
     */
    private static final long FETCHED_OF_PARTITION_BYTES = MIB;

    private static final long FETCHED_BYTES = 50 * MIB;

    /** What a client allocates besides the bytes of a message for each that is sent, and for each that arrives. */
    private static final long ALLOCATED_PER_MESSAGE_BYTES = 512;

    /** The time for which there is room to allocate: that of a collection beside busy servers. */
    private static final double COLLECTION_SECONDS = 0.25;

    /** A plan may offer far more than a system takes. */
    private static final long MAX_ALLOCATED_BYTES = 256 * MIB;

    /** The memory of a producer and a consumer that some clients have for each partition; measured under load with 5000 of them. */
    private static final long PARTITION_BYTES = 24 * KIB;

    public static WorkerHeap of(TrialSpec trial, int workers) {
        Workload load = trial.workload();
        long producers = Math.ceilDiv(load.totalProducers(), workers);
        long consumers = Math.ceilDiv(load.totalConsumers(), workers);
        long subscriptions = load.allSubscriptions().size();
        double total = trial.timeline().curve().total();
        double seconds = trial.timeline().endNanos() / 1e9;
        double outstanding = Math.min(total, total / seconds * OUTSTANDING_SECONDS);
        long phases = trial.timeline().parts().size();
        return new WorkerHeap(
                BASE_BYTES,
                payloads(load, producers),
                clients(load, producers, outstanding),
                Math.round(Math.min(outstanding, (double) producers * pending(load))) * PENDING_BYTES,
                HISTOGRAM_BYTES
                        * ACTIVE_AND_IDLE
                        * phases
                        * (METRICS_OF_SENDING * producers + METRICS_OF_ARRIVALS * consumers),
                ledger(load, producers, consumers == 0 ? 0 : subscriptions, outstanding, total),
                CONSUMER_BYTES * consumers
                        + fetched(load, consumers, Math.ceilDiv(readPartitions(load), workers), outstanding),
                partitions(load, producers, consumers == 0 ? 0 : subscriptions, workers),
                allocated(load, consumers == 0 ? 0 : subscriptions, total / seconds / workers),
                catchesUp(load) ? ROOM_TO_CATCH_UP : ROOM);
    }

    private static boolean catchesUp(Workload load) {
        return load.allGroups().values().stream()
                .anyMatch(group -> !group.startAt().isEmpty());
    }

    /** Estimates the memory of partitions: all those of each producer's topic, and the worker's part of those of subscriptions. */
    private static long partitions(Workload load, long producers, long subscriptions, int workers) {
        long read = subscriptions == 0 ? 0 : Math.ceilDiv(readPartitions(load), workers);
        return PARTITION_BYTES * (producers * load.partitions() + read);
    }

    private static long allocated(Workload load, long subscriptions, double perSecond) {
        double each = load.message().meanBytes() + ALLOCATED_PER_MESSAGE_BYTES;
        return Math.round(Math.min(MAX_ALLOCATED_BYTES, perSecond * (1 + subscriptions) * each * COLLECTION_SECONDS));
    }

    private static long payloads(Workload load, long producers) {
        BodyPlan bodies = BodyPlan.of(load.message(), (int) producers);
        // While clients hold all bodies of a size, each further producer makes a copy.
        double copies =
                bodies.shared((int) producers) ? producers * load.message().meanBytes() : 0;
        return bodies.bytes()
                + Math.round(copies)
                + KEY_BYTES * load.message().keys().count();
    }

    private static long readPartitions(Workload load) {
        return (long) load.topics()
                * load.partitions()
                * load.allSubscriptions().size();
    }

    private static long clients(Workload load, long producers, double outstanding) {
        long each = load.inFlight().isLimited() ? load.inFlightBytes() : CLIENT_BYTES;
        double atMost = outstanding * load.message().meanBytes();
        double messages = Math.min((double) producers * each, atMost);
        if (!load.inFlight().isLimited()) {
            return Math.round(messages);
        }
        // A message alone in its batch takes as much as a full one, until the client's memory is full.
        long batches = Math.min(
                BATCHES_OF_PARTITION * load.partitions(), load.inFlight().messages());
        double batchBytes = Math.min((double) batches, outstanding / producers)
                * load.batching().size().bytes();
        return Math.round(messages + producers * Math.clamp(batchBytes, 0, (double) Math.max(0, CLIENT_BYTES - each)));
    }

    /** Estimates the messages fetched ahead, at most the whole backlog. */
    private static long fetched(Workload load, long consumers, long partitions, double outstanding) {
        double backlog = outstanding
                * load.message().meanBytes()
                * load.allSubscriptions().size();
        long ahead = Math.min(FETCHED_OF_PARTITION_BYTES * partitions, FETCHED_BYTES * consumers);
        return Math.round(Math.min(backlog, (double) ahead));
    }

    private static long pending(Workload load) {
        return load.inFlight().isLimited()
                ? Math.min(MAX_PENDING, load.inFlight().messages())
                : MAX_PENDING;
    }

    /** Estimates the ledger: every worker with a consumer of a subscription may get messages of all producers. */
    private static long ledger(Workload load, long producers, long subscriptions, double outstanding, double total) {
        long sets = producers + load.totalProducers() * subscriptions;
        long partitions = (long) load.topics() * load.partitions();
        long frontiers = Long.BYTES * partitions * load.totalProducers() * subscriptions;
        double each = BYTES_PER_OUTSTANDING * outstanding + BYTES_PER_MESSAGE * total;
        return SEQUENCES_BYTES * sets + frontiers + Math.round(each * (1 + subscriptions));
    }

    /** Returns the most bytes in use: a worker with less runs out of memory. */
    public long neededBytes() {
        return baseBytes
                + payloadBytes
                + clientBytes
                + pendingBytes
                + histogramBytes
                + ledgerBytes
                + consumerBytes
                + partitionBytes;
    }

    public long bytes() {
        long wanted = Math.max(MIN_BYTES, Math.round(room * neededBytes()) + allocatedBytes);
        return Math.ceilDiv(wanted, GRAIN_BYTES) * GRAIN_BYTES;
    }

    public String largestPart() {
        Map<String, Long> parts = Map.of(
                "ready-made payloads", payloadBytes,
                "messages in flight", Math.max(clientBytes, pendingBytes),
                "the histograms of its threads", histogramBytes,
                "the ledger", ledgerBytes,
                "the clients of its consumers", consumerBytes,
                "its clients' partitions", partitionBytes);
        return Collections.max(parts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** Formats a size, such as {@code 384 MiB}. */
    public static String text(long bytes) {
        return Math.ceilDiv(bytes, MIB) + " MiB";
    }
}

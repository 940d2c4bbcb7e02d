package dev.assay.journeys;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Sees from outside of Assay when the messages of a partition were committed: it asks the leader for the high watermark,
 * which moves at the moment at which messages sent with {@code acks=all} are acknowledged. On a partition that takes all
 * messages of one producer, the offset is the message's number, so at a constant rate it says when the message was due.
 */
final class CommitWitness implements AutoCloseable {
    private static final long PERIOD_NANOS = 10_000_000;

    private final Admin admin;
    private final TopicPartition partition;
    private final List<Sample> samples = Collections.synchronizedList(new ArrayList<>());
    private final Thread thread = Thread.ofPlatform().name("commit-witness").unstarted(this::watch);
    private volatile boolean over;

    private record Sample(long nanoTime, long committed) {}

    private CommitWitness(Admin admin, TopicPartition partition) {
        this.admin = admin;
        this.partition = partition;
    }

    static CommitWitness of(Admin admin, TopicPartition partition) {
        CommitWitness witness = new CommitWitness(admin, partition);
        witness.thread.start();
        return witness;
    }

    private void watch() {
        try {
            while (!over) {
                long committed = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                        .partitionResult(partition)
                        .get()
                        .offset();
                samples.add(new Sample(System.nanoTime(), committed));
                LockSupport.parkNanos(PERIOD_NANOS);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the high watermark cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How often it has looked. */
    int samples() {
        return samples.size();
    }

    /**
     * A stall as the watermark shows it.
     *
     * @param waitSeconds of the first message that met it, from when it was due until it was committed
     * @param drainPerSecond at which the first messages of the stall were committed; infinite when at once
     */
    record Standstill(double waitSeconds, double drainPerSecond) {
        /**
         * The p99 that follows for the response: see {@link KnownStallTest}.
         *
         * @param perSecond the rate at which messages were due
         */
        double p99Seconds(double phaseSeconds, double perSecond) {
            return waitSeconds - 0.01 * phaseSeconds * (1 - perSecond / drainPerSecond);
        }
    }

    /** The longest stretch in which the watermark stood still, and how so many of its first messages got out of it. */
    Standstill longestStandstill(long stoppedNanoTime, double perSecond, int messages) {
        List<Sample> seen = List.copyOf(samples);
        double start = firstDueNanoTime(seen, stoppedNanoTime, perSecond);
        List<Sample> advances = new ArrayList<>();
        for (Sample sample : seen) {
            if (advances.isEmpty() || sample.committed() > advances.getLast().committed()) {
                advances.add(sample);
            }
        }
        int longest = 1;
        for (int i = 2; i < advances.size(); i++) {
            if (gap(advances, i) > gap(advances, longest)) {
                longest = i;
            }
        }
        long first = advances.get(longest - 1).committed();
        Sample end = advances.get(longest);
        Sample drained = advances.stream()
                .filter(sample -> sample.committed() >= first + messages)
                .findFirst()
                .orElseThrow();
        return new Standstill(
                (end.nanoTime() - start) / 1e9 - first / perSecond,
                (drained.committed() - first) / ((drained.nanoTime() - end.nanoTime()) / 1e9));
    }

    private static long gap(List<Sample> advances, int i) {
        return advances.get(i).nanoTime() - advances.get(i - 1).nanoTime();
    }

    /** No message is committed before it is due, so the sample that says the earliest is the one that is right. */
    private static double firstDueNanoTime(List<Sample> seen, long stoppedNanoTime, double perSecond) {
        return seen.stream()
                .filter(sample -> sample.nanoTime() < stoppedNanoTime)
                .mapToDouble(sample -> sample.nanoTime() - sample.committed() / perSecond * 1e9)
                .min()
                .orElseThrow();
    }

    /** Stops asking. */
    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * How long the slowest messages waited from when they were due until they were committed, slowest first; those that
     * were due before {@code stoppedNanoTime} tell when the first one was due.
     *
     * @param perSecond the constant rate
     */
    List<Double> waitsSeconds(long stoppedNanoTime, double perSecond) {
        List<Sample> seen = List.copyOf(samples);
        double start = firstDueNanoTime(seen, stoppedNanoTime, perSecond);
        List<Double> waits = new ArrayList<>();
        for (int i = 1; i < seen.size(); i++) {
            for (long k = seen.get(i - 1).committed(); k < seen.get(i).committed(); k++) {
                waits.add((seen.get(i).nanoTime() - start) / 1e9 - k / perSecond);
            }
        }
        waits.sort(Collections.reverseOrder());
        return waits;
    }
}

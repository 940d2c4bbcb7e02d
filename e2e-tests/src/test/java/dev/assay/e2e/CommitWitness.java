package dev.assay.e2e;

import dev.assay.e2e.Watermark.Look;
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
 * Observes, independently of Assay, when the messages of a partition were committed: it asks the leader for the high watermark, which moves
 * at the moment at which messages sent with {@code acks=all} are acknowledged.
 */
final class CommitWitness implements AutoCloseable {
    private static final long PERIOD_NANOS = 10_000_000;

    private final Admin admin;
    private final TopicPartition partition;
    private final List<Look> looks = Collections.synchronizedList(new ArrayList<>());
    private final Thread thread = Thread.ofPlatform().name("commit-witness").unstarted(this::watch);
    private volatile boolean over;

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
                long asked = System.nanoTime();
                long committed = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                        .partitionResult(partition)
                        .get()
                        .offset();
                looks.add(new Look(asked, System.nanoTime(), committed));
                LockSupport.parkNanos(PERIOD_NANOS);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the high watermark cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns all observations so far. */
    List<Look> looks() {
        return List.copyOf(looks);
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

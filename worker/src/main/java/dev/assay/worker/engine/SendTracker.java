package dev.assay.worker.engine;

import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jctools.queues.atomic.MpscGrowableAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Follows the messages of one producer from the call to their outcome. They are pooled: in the steady state a message
 * allocates nothing.
 */
final class SendTracker implements PendingSend.Listener {
    private static final int POOLED_PENDING_SENDS_AT_FIRST = 1 << 10;

    /** A client of 32 MiB holds as many messages of 128 B; objects for more in flight are created. */
    private static final int POOLED_PENDING_SENDS = 1 << 18;

    /**
     * So many stay unused between two messages, the longest unused being taken first: a driver that reports an outcome
     * twice, even a little later, then reports it for one that is not in flight, and is detected.
     */
    private static final int QUARANTINED = 1 << 8;

    private final int producer;
    private final ThreadRecorders recorders;
    private final Function<Throwable, Failure> classes;
    private final TrialClock clock;
    private final long startNanos;
    private final SequenceSet acked = new SequenceSet();
    private final SequenceSet failed = new SequenceSet();
    private final MpscGrowableAtomicArrayQueue<PendingSend> idle =
            new MpscGrowableAtomicArrayQueue<>(POOLED_PENDING_SENDS_AT_FIRST, POOLED_PENDING_SENDS);
    private final AtomicLong violations = new AtomicLong();

    /** Counts the objects known to be idle beyond those that stay unused; belongs to the producer's own thread. */
    private final PaddedLong takeable = new PaddedLong();

    /** @param classes puts the cause of a failure in its class */
    SendTracker(
            int producer,
            ThreadRecorders recorders,
            Function<Throwable, Failure> classes,
            TrialClock clock,
            long startNanos) {
        this.classes = classes;
        this.producer = producer;
        this.recorders = recorders;
        this.clock = clock;
        this.startNanos = startNanos;
    }

    /** Returns an object for one message; called by the producer's own thread. */
    PendingSend pendingSend(DriverProducer client, long sequence, long intendedNanos, long callStartNanos) {
        PendingSend pooled = pooled();
        PendingSend pendingSend = pooled == null ? client.newPendingSend(this) : pooled;
        pendingSend.arm(sequence, intendedNanos, callStartNanos);
        return pendingSend;
    }

    /** Looks how many there are only when those known are used up: the count changes under other processors' hands. */
    private @Nullable PendingSend pooled() {
        long left = takeable.getPlain();
        if (left == 0) {
            left = (long) idle.size() - QUARANTINED;
        }
        if (left <= 0) {
            return null;
        }
        takeable.setPlain(left - 1);
        return idle.poll();
    }

    @Override
    public void onAcked(PendingSend pendingSend) {
        long now = clock.now();
        long intended = pendingSend.intendedNanos();
        ThreadRecorder recorder = recorders.mine();
        int phase = recorders.phaseOf(intended - startNanos);
        recorder.recordAcknowledgement(phase, now - pendingSend.callStartNanos(), now - intended);
        acked.add(pendingSend.sequence());
        recorder.acked.increment();
        idle.offer(pendingSend);
    }

    /** Does not reuse the object, so a client that reports its failure again does not report that of another message. */
    @Override
    public void onFailed(PendingSend pendingSend, Throwable cause) {
        // Counts the class first: a thread that sees the failure counted sees its class as well.
        recorders
                .failures()
                .add(
                        FailedOperation.SEND,
                        classes.apply(cause),
                        recorders.phaseOf(pendingSend.intendedNanos() - startNanos),
                        clock.now() - startNanos);
        failed.add(pendingSend.sequence());
        recorders.mine().failed.increment();
    }

    @Override
    public void onViolation(PendingSend pendingSend) {
        violations.incrementAndGet();
    }

    void compact() {
        acked.compact();
        failed.compact();
    }

    long violations() {
        return violations.get();
    }

    ProducerLedger ledger(long scheduled, long sent, List<Long> phaseStarts) {
        return new ProducerLedger(producer, scheduled, sent, acked, failed, phaseStarts);
    }
}

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

/** Follows the messages of one producer from the call to their outcome. Each has an object of its own: a pool cost more processor time. */
final class SendTracker implements PendingSend.Listener {
    private final int producer;
    private final ThreadRecorders recorders;
    private final Function<Throwable, Failure> classes;
    private final TrialClock clock;
    private final long startNanos;
    private final SequenceSet acked = new SequenceSet();
    private final SequenceSet failed = new SequenceSet();
    private final AtomicLong violations = new AtomicLong();

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
        PendingSend pendingSend = client.newPendingSend(this);
        pendingSend.arm(sequence, intendedNanos, callStartNanos);
        return pendingSend;
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
    }

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

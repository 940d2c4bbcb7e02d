package dev.assay.engine;

import dev.assay.core.delivery.ProducerLedger;
import dev.assay.core.delivery.SequenceSet;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.SendTicket;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.atomic.MpscGrowableAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Follows the messages of one producer from the call to their outcome. Tickets go round: in the steady state a message
 * allocates nothing.
 */
final class SendTracker implements SendTicket.Listener {
    private static final int POOLED_TICKETS_AT_FIRST = 1 << 10;

    /** A client of 32 MiB holds as many messages of 128 B; what is under way beyond that is made anew. */
    private static final int POOLED_TICKETS = 1 << 18;

    /**
     * So many tickets rest between two messages, the longest unused being taken first: a driver that reports an outcome
     * twice, even a little later, meets a ticket that is not under way and is found out.
     */
    private static final int RESTING_TICKETS = 1 << 8;

    private final int producer;
    private final Lanes lanes;
    private final TrialClock clock;
    private final long startNanos;
    private final SequenceSet acked = new SequenceSet();
    private final SequenceSet failed = new SequenceSet();
    private final MpscGrowableAtomicArrayQueue<SendTicket> idle =
            new MpscGrowableAtomicArrayQueue<>(POOLED_TICKETS_AT_FIRST, POOLED_TICKETS);
    private final AtomicLong violations = new AtomicLong();

    /** Tickets that are known to be idle beyond those that rest; of the producer's own thread. */
    private final LoneLong takeable = new LoneLong();

    SendTracker(int producer, Lanes lanes, TrialClock clock, long startNanos) {
        this.producer = producer;
        this.lanes = lanes;
        this.clock = clock;
        this.startNanos = startNanos;
    }

    /** A ticket for one message; called by the producer's own thread. */
    SendTicket ticket(DriverProducer client, long sequence, long intendedNanos, long callStartNanos) {
        SendTicket pooled = pooled();
        SendTicket ticket = pooled == null ? client.newTicket(this) : pooled;
        ticket.arm(sequence, intendedNanos, callStartNanos);
        return ticket;
    }

    /** Looks how many there are only when those known are used up: the count changes under other processors' hands. */
    private @Nullable SendTicket pooled() {
        long left = takeable.getPlain();
        if (left == 0) {
            left = (long) idle.size() - RESTING_TICKETS;
        }
        if (left <= 0) {
            return null;
        }
        takeable.setPlain(left - 1);
        return idle.poll();
    }

    @Override
    public void onAcked(SendTicket ticket) {
        long now = clock.now();
        long intended = ticket.intendedNanos();
        Lane lane = lanes.mine();
        int phase = lanes.phaseOf(intended - startNanos);
        lane.recordAcknowledgement(phase, now - ticket.callStartNanos(), now - intended);
        acked.add(ticket.sequence());
        lane.acked.increment();
        idle.offer(ticket);
    }

    /** The ticket goes round no more, so a client that reports its failure again says nothing of another message. */
    @Override
    public void onFailed(SendTicket ticket, Throwable cause) {
        failed.add(ticket.sequence());
        lanes.mine().failed.increment();
    }

    @Override
    public void onViolation(SendTicket ticket) {
        violations.incrementAndGet();
    }

    void compact() {
        acked.compact();
        failed.compact();
    }

    long violations() {
        return violations.get();
    }

    ProducerLedger ledger(long scheduled, long sent) {
        return new ProducerLedger(producer, scheduled, sent, acked, failed);
    }
}

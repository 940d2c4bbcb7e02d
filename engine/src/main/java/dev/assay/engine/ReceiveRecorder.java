package dev.assay.engine;

import dev.assay.driver.MessageListener;
import dev.assay.model.delivery.ReceivedMessages;
import dev.assay.model.delivery.ReceivedMessages.Arrival;
import dev.assay.model.message.MessageHeader;
import java.util.zip.CRC32C;

/** Takes the messages of one consumer: enters them in the ledger, and records the end-to-end latency of first arrivals. */
final class ReceiveRecorder implements MessageListener {
    /** Shorter waits would take longer than asked; what a message is early by is worked off with the next ones. */
    private static final long SHORTEST_PARK_NANOS = 100_000;

    /** A longer delay is time in which the consumer did nothing. */
    private static final long LONGEST_DELAY_NANOS = 100_000_000;

    private final ConsumerSlot slot;
    private final long processingNanos;
    private final ReceivedMessages messages;
    private final ThreadRecorders recorders;
    private final TrialClock clock;
    private final FirstFailure failure;
    private final CRC32C crc = new CRC32C();

    /** Trial time of the start of the load; no message of the trial exists before it is set. */
    private volatile long startNanos;

    /** Trial time at which the messages so far have been worked on; of the thread that delivers. */
    private long busyUntilNanos;

    ReceiveRecorder(
            ConsumerSlot slot,
            long processingNanos,
            ReceivedMessages messages,
            ThreadRecorders recorders,
            TrialClock clock,
            FirstFailure failure) {
        this.slot = slot;
        this.processingNanos = processingNanos;
        this.messages = messages;
        this.recorders = recorders;
        this.clock = clock;
        this.failure = failure;
    }

    void start(long loadStartNanos) {
        startNanos = loadStartNanos;
    }

    @Override
    public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
        int partitionOverall = slot.topicIndex() * slot.topic().partitions() + partition;
        // Of a message that is too short to have one it is of no interest.
        long intended = length < MessageHeader.BYTES ? 0 : MessageHeader.intendedNanos(buffer, offset);
        int phase = recorders.phaseOf(intended - startNanos);
        Arrival arrival = messages.book(phase, partitionOverall, buffer, offset, length, crc);
        if (arrival == Arrival.FIRST) {
            long received = clock.ofLocal(receivedNanos);
            ThreadRecorder recorder = recorders.mine();
            recorder.recordArrival(
                    phase,
                    slot.subscription(),
                    received - intended,
                    received - MessageHeader.callStartNanos(buffer, offset));
            recorder.received(slot.subscription()).increment();
        }
        if (processingNanos > 0 && arrival != Arrival.FOREIGN) {
            process(MessageHeader.callStartNanos(buffer, offset));
        }
    }

    /**
     * Works on the message. One that was there while this thread could not run is not started later for that: what the machine
     * does to the harness for a moment does not make a slower consumer.
     */
    private void process(long callStartNanos) {
        long now = clock.now();
        long available = Math.max(callStartNanos, now - LONGEST_DELAY_NANOS);
        busyUntilNanos = Math.max(busyUntilNanos == 0 ? now : busyUntilNanos, available) + processingNanos;
        while (busyUntilNanos - now >= SHORTEST_PARK_NANOS
                && !Thread.currentThread().isInterrupted()) {
            clock.local().park(busyUntilNanos - now);
            now = clock.now();
        }
    }

    /** Whether its consumer works on each message for some time. */
    @Override
    public boolean takesTime() {
        return processingNanos > 0;
    }

    @Override
    public void onError(Throwable cause) {
        failure.report(cause);
    }
}

package dev.assay.engine;

import dev.assay.core.delivery.ReceivedMessages;
import dev.assay.core.delivery.ReceivedMessages.Arrival;
import dev.assay.core.message.MessageHeader;
import dev.assay.driver.MessageListener;
import java.util.zip.CRC32C;

/** Takes the messages of one consumer: enters them in the ledger, and records the end-to-end latency of first arrivals. */
final class ReceiveRecorder implements MessageListener {
    private final ConsumerSlot slot;
    private final ReceivedMessages messages;
    private final ThreadRecorders recorders;
    private final TrialClock clock;
    private final FirstFailure failure;
    private final CRC32C crc = new CRC32C();

    /** Trial time of the start of the load; no message of the trial exists before it is set. */
    private volatile long startNanos;

    ReceiveRecorder(
            ConsumerSlot slot,
            ReceivedMessages messages,
            ThreadRecorders recorders,
            TrialClock clock,
            FirstFailure failure) {
        this.slot = slot;
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
        if (messages.book(partitionOverall, buffer, offset, length, crc) != Arrival.FIRST) {
            return;
        }
        long received = clock.ofLocal(receivedNanos);
        long intended = MessageHeader.intendedNanos(buffer, offset);
        int phase = recorders.phaseOf(intended - startNanos);
        ThreadRecorder recorder = recorders.mine();
        recorder.recordArrival(phase, received - intended, received - MessageHeader.callStartNanos(buffer, offset));
        recorder.received(slot.subscription()).increment();
    }

    @Override
    public void onError(Throwable cause) {
        failure.report(cause);
    }
}

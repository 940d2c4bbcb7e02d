package dev.assay.engine;

import dev.assay.core.delivery.ReceivedMessages;
import dev.assay.core.delivery.ReceivedMessages.Arrival;
import dev.assay.core.message.MessageHeader;
import dev.assay.driver.MessageListener;
import java.util.zip.CRC32C;

/** Where one consumer's messages end: booked in the ledger, their end-to-end latency recorded with the first arrival. */
final class ConsumerSink implements MessageListener {
    private final ConsumerSlot slot;
    private final ReceivedMessages messages;
    private final Lanes lanes;
    private final TrialClock clock;
    private final FirstFailure failure;
    private final CRC32C crc = new CRC32C();

    /** Trial time of the start of the load; no message of the trial exists before it is set. */
    private volatile long startNanos;

    ConsumerSink(ConsumerSlot slot, ReceivedMessages messages, Lanes lanes, TrialClock clock, FirstFailure failure) {
        this.slot = slot;
        this.messages = messages;
        this.lanes = lanes;
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
        int phase = lanes.phaseOf(intended - startNanos);
        Lane lane = lanes.mine();
        lane.recordArrival(phase, received - intended, received - MessageHeader.callStartNanos(buffer, offset));
        lane.received(slot.subscription()).increment();
    }

    @Override
    public void onError(Throwable cause) {
        failure.report(cause);
    }
}

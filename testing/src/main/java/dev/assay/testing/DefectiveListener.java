package dev.assay.testing;

import dev.assay.driver.MessageListener;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.Failure;
import dev.assay.model.message.MessageHeader;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Adds the defects of delivery, unknown to the listener behind it. */
final class DefectiveListener implements MessageListener {
    private final MessageListener listener;
    private final DefectPlan plan;
    private final long[] count;
    private final @Nullable Held[] held;
    private final CRC32C crc = new CRC32C();

    @SuppressWarnings("ArrayRecordComponent") // It is never compared.
    private record Held(byte[] payload, long receivedNanos) {}

    DefectiveListener(MessageListener listener, int partitions, DefectPlan plan) {
        this.listener = listener;
        this.plan = plan;
        this.count = new long[partitions];
        this.held = new Held[partitions];
    }

    @Override
    public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
        Defect defect = plan.onDelivery(count[partition]++).orElse(null);
        if (defect == null) {
            listener.onMessage(partition, buffer, offset, length, receivedNanos);
            release(partition);
            return;
        }
        commit(defect, partition, new Held(Arrays.copyOfRange(buffer, offset, offset + length), receivedNanos));
        boolean overtakes = defect == Defect.DUPLICATE || defect == Defect.FLIP_BODY || defect == Defect.FOREIGN;
        if (overtakes) {
            release(partition);
        }
    }

    private void commit(Defect defect, int partition, Held message) {
        switch (defect) {
            case DROP -> plan.commit(defect);
            case DUPLICATE -> {
                deliver(partition, message);
                deliver(partition, message);
                plan.commit(defect);
            }
            case SWAP -> hold(partition, message);
            case FLIP_BODY -> flip(defect, partition, message, MessageHeader.BYTES, message.payload().length);
            case FLIP_HEADER -> flip(defect, partition, message, 0, MessageHeader.BYTES);
            case FOREIGN -> {
                deliver(partition, foreign(message));
                deliver(partition, message);
                plan.commit(defect);
            }
            case SEND_FAIL, SEND_SILENT, SEND_TWICE ->
                throw new IllegalStateException(defect + " is no defect of delivery");
        }
    }

    /**
     * Holds a message until the next one has overtaken it, which makes the swap. Of two held in succession the first makes way for the
     * third message.
     */
    private void hold(int partition, Held message) {
        Held before = held[partition];
        if (before != null) {
            deliver(partition, message);
            release(partition);
        } else {
            held[partition] = message;
        }
    }

    private void release(int partition) {
        Held late = held[partition];
        if (late != null) {
            held[partition] = null;
            deliver(partition, late);
            plan.commit(Defect.SWAP);
        }
    }

    /** Delivers messages that none has overtaken, without a defect. */
    void deliverHeld() {
        for (int partition = 0; partition < held.length; partition++) {
            Held last = held[partition];
            if (last != null) {
                held[partition] = null;
                deliver(partition, last);
            }
        }
    }

    /** Flips another bit of each message, in rotation. */
    private void flip(Defect defect, int partition, Held message, int from, int to) {
        if (to > from) {
            int bit = (int) (plan.committed(defect) % (8L * (to - from)));
            message.payload()[from + bit / 8] ^= (byte) (1 << (bit % 8));
            plan.commit(defect);
        }
        deliver(partition, message);
    }

    private Held foreign(Held message) {
        byte[] payload = message.payload().clone();
        MessageHeader.writeIdentity(payload, MessageHeader.run(payload, 0) + 1, MessageHeader.producer(payload, 0), 0);
        int bodyCrc = MessageHeader.crcOf(payload, MessageHeader.BYTES, payload.length - MessageHeader.BYTES, crc);
        MessageHeader.writeMessage(
                payload,
                MessageHeader.sequence(payload, 0),
                MessageHeader.intendedNanos(payload, 0),
                MessageHeader.callStartNanos(payload, 0),
                bodyCrc,
                crc);
        return new Held(payload, message.receivedNanos());
    }

    private void deliver(int partition, Held message) {
        listener.onMessage(partition, message.payload(), 0, message.payload().length, message.receivedNanos());
    }

    @Override
    public boolean takesTime() {
        return listener.takesTime();
    }

    @Override
    public void onFailure(FailedOperation operation, Failure failure) {
        listener.onFailure(operation, failure);
    }

    @Override
    public void onError(Throwable cause) {
        listener.onError(cause);
    }
}

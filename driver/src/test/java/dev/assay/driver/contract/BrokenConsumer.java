package dev.assay.driver.contract;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/** Passes deliveries on with one defect. */
final class BrokenConsumer implements DriverConsumer {
    private final DriverConsumer inner;
    private final ContractDefect defect;

    BrokenConsumer(DriverConsumer inner, ContractDefect defect) {
        this.inner = inner;
        this.defect = defect;
    }

    /** @param oneThread held by whichever consumer delivers, for the defect that has them share a thread */
    static MessageListener listener(MessageListener listener, ContractDefect defect, Lock oneThread) {
        return switch (defect) {
            case SWAPS_DELIVERIES -> new Swapping(listener);
            case DELIVERS_ON_ONE_THREAD -> new OneThread(listener, oneThread);
            default -> listener;
        };
    }

    @Override
    public int assignedPartitions() {
        return inner.assignedPartitions();
    }

    @Override
    public boolean sharesPartitions() {
        return inner.sharesPartitions();
    }

    @Override
    public boolean atEnd() throws DriverException {
        return defect == ContractDefect.IS_ALWAYS_AT_THE_END || inner.atEnd();
    }

    @Override
    public void pause() {
        if (defect != ContractDefect.IGNORES_PAUSE) {
            inner.pause();
        }
    }

    @Override
    public void resume() {
        inner.resume();
    }

    @Override
    public void close() throws DriverException {
        inner.close();
    }

    /** Swaps the two messages of every pair. */
    private static final class Swapping implements MessageListener {
        private final MessageListener listener;
        private final Map<Integer, byte[]> kept = new HashMap<>();

        Swapping(MessageListener listener) {
            this.listener = listener;
        }

        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            byte[] first = kept.remove(partition);
            if (first == null) {
                kept.put(partition, Arrays.copyOfRange(buffer, offset, offset + length));
                return;
            }
            listener.onMessage(partition, buffer, offset, length, receivedNanos);
            listener.onMessage(partition, first, 0, first.length, receivedNanos);
        }

        @Override
        public void onError(Throwable cause) {
            listener.onError(cause);
        }
    }

    /** Delivers when no other consumer does. */
    private record OneThread(MessageListener listener, Lock lock) implements MessageListener {
        @Override
        public void onMessage(int partition, byte[] buffer, int offset, int length, long receivedNanos) {
            lock.lock();
            try {
                listener.onMessage(partition, buffer, offset, length, receivedNanos);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void onError(Throwable cause) {
            listener.onError(cause);
        }
    }
}

package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.PendingSend;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Sends messages and records all outcomes. */
public final class RecordingProducer implements PendingSend.Listener {
    private static final byte OVERWRITTEN = (byte) 0xEE;

    private final DriverProducer producer;
    private final ContractTimeouts timeouts;
    private final Set<Long> sent = ConcurrentHashMap.newKeySet();
    private final Set<Long> acked = ConcurrentHashMap.newKeySet();
    private final Map<Long, Throwable> failed = new ConcurrentHashMap<>();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong violations = new AtomicLong();
    private volatile @Nullable CountDownLatch heldUp;
    private volatile boolean holding;

    RecordingProducer(ProducerSource source, ContractTimeouts timeouts) throws DriverException {
        this.producer = source.open();
        this.timeouts = timeouts;
    }

    interface ProducerSource {
        DriverProducer open() throws DriverException;
    }

    /** Sends one message; payload and key are overwritten as soon as the call returns. */
    void send(long id, int size, byte @Nullable [] key) {
        byte[] payload = TestMessage.payload(id, size);
        PendingSend pendingSend = producer.newPendingSend(this);
        sent.add(id);
        long now = System.nanoTime();
        pendingSend.arm(id, now, now);
        producer.send(payload, key, pendingSend);
        taken.incrementAndGet();
        Arrays.fill(payload, OVERWRITTEN);
        if (key != null) {
            Arrays.fill(key, OVERWRITTEN);
        }
    }

    /** Sends messages of the usual size numbered from {@code first}, without keys, and flushes them. */
    void sendMany(long first, int count) {
        for (long id = first; id < first + count; id++) {
            send(id, TestMessage.USUAL_BYTES, null);
        }
        producer.flush();
    }

    /** Sends as {@link #sendMany}, and waits until all were acknowledged. */
    void sendManyAcked(long first, int count) {
        sendMany(first, count);
        awaitAllAcked();
    }

    void awaitAllAcked() {
        awaitOutcomes();
        assertThat(failed).as("failed messages, of %d sent", sent.size()).isEmpty();
    }

    void awaitOutcomes() {
        timeouts.until("an outcome for each message", () -> outcomes() >= sent.size(), this::toString);
        assertThat(violations.get())
                .as("outcomes reported for messages that had one already")
                .isZero();
    }

    /** From now on, holds up the thread that reports an acknowledgement until the latch opens. */
    void holdUpAcknowledgements(CountDownLatch until) {
        heldUp = until;
    }

    void awaitHeldUp() {
        timeouts.until("an acknowledgement to be held up", () -> holding, this::toString);
    }

    /** Returns the number of messages whose call has returned. */
    long taken() {
        return taken.get();
    }

    int outcomes() {
        return acked.size() + failed.size();
    }

    Set<Long> acked() {
        return Set.copyOf(acked);
    }

    int ackedCount() {
        return acked.size();
    }

    Map<Long, Throwable> failed() {
        return Map.copyOf(failed);
    }

    long violations() {
        return violations.get();
    }

    void close() throws DriverException {
        producer.close();
    }

    @Override
    public void onAcked(PendingSend pendingSend) {
        CountDownLatch latch = heldUp;
        if (latch != null) {
            holding = true;
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        note(acked.add(pendingSend.sequence()));
    }

    @Override
    public void onFailed(PendingSend pendingSend, Throwable cause) {
        note(failed.put(pendingSend.sequence(), cause) == null);
    }

    @Override
    public void onViolation(PendingSend pendingSend) {
        violations.incrementAndGet();
    }

    private void note(boolean first) {
        if (!first) {
            violations.incrementAndGet();
        }
    }

    @Override
    public String toString() {
        return sent.size() + " sent, " + acked.size() + " acknowledged, " + failed.size() + " failed, "
                + violations.get() + " reported twice";
    }
}

package dev.assay.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Represents one message in flight; reused for another message once it has been acknowledged. One that failed is not
 * reused: some clients report a failure again much later.
 *
 * <p>The driver calls {@link #acked()} or {@link #failed} exactly once a message. A second call is not taken for another
 * message: it is counted as a violation, as long as it has not been reused.
 */
public class PendingSend {
    private static final int FREE = 0;
    private static final int UNDER_WAY = 1;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(PendingSend.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Listener listener;
    private long sequence;
    private long intendedNanos;
    private long callStartNanos;

    @SuppressWarnings("unused") // through STATE
    private volatile int state;

    /** What the engine wants to hear. Called on the driver's threads. */
    public interface Listener {
        void onAcked(PendingSend pendingSend);

        void onFailed(PendingSend pendingSend, Throwable cause);

        /** The driver reported an outcome for a message that was not in flight. */
        void onViolation(PendingSend pendingSend);
    }

    public PendingSend(Listener listener) {
        this.listener = listener;
    }

    /** For the engine: makes it represent a message that is about to be sent. */
    public final void arm(long messageSequence, long messageIntendedNanos, long messageCallStartNanos) {
        this.sequence = messageSequence;
        this.intendedNanos = messageIntendedNanos;
        this.callStartNanos = messageCallStartNanos;
        STATE.setRelease(this, UNDER_WAY);
    }

    /** For the driver: the system has acknowledged the message. */
    public final void acked() {
        if (finish()) {
            listener.onAcked(this);
        } else {
            listener.onViolation(this);
        }
    }

    /** For the driver: the message has failed; whether the system has it is not known. */
    public final void failed(@Nullable Throwable cause) {
        if (finish()) {
            listener.onFailed(this, cause == null ? new DriverException("failed without a cause") : cause);
        } else {
            listener.onViolation(this);
        }
    }

    /** {@link #acked} for a client that may report one message twice: does nothing when its outcome is known. */
    protected final void ackedUnlessKnown() {
        if (finish()) {
            listener.onAcked(this);
        }
    }

    /** {@link #failed} for a client that may report one message twice: does nothing when its outcome is known. */
    protected final void failedUnlessKnown(Throwable cause) {
        if (finish()) {
            listener.onFailed(this, cause);
        }
    }

    private boolean finish() {
        return (int) STATE.getAndSet(this, FREE) == UNDER_WAY;
    }

    public final long sequence() {
        return sequence;
    }

    public final long intendedNanos() {
        return intendedNanos;
    }

    public final long callStartNanos() {
        return callStartNanos;
    }
}

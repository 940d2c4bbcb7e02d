package dev.assay.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Represents one message in flight. The driver calls {@link #acked()} or {@link #failed} exactly once; a second call counts as a
 * violation.
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

    @SuppressWarnings("unused") // It changes through STATE.
    private volatile int state;

    /** Listens to outcomes on behalf of the engine. Called on the driver's threads. */
    public interface Listener {
        void onAcked(PendingSend pendingSend);

        void onFailed(PendingSend pendingSend, Throwable cause);

        /** Reports that the driver gave an outcome for a message that was not in flight. */
        void onViolation(PendingSend pendingSend);
    }

    public PendingSend(Listener listener) {
        this.listener = listener;
    }

    /** Names the message that is about to be sent; called by the engine. */
    public final void arm(long messageSequence, long messageIntendedNanos, long messageCallStartNanos) {
        this.sequence = messageSequence;
        this.intendedNanos = messageIntendedNanos;
        this.callStartNanos = messageCallStartNanos;
        STATE.setRelease(this, UNDER_WAY);
    }

    /** Reports that the system has acknowledged the message; called by the driver. */
    public final void acked() {
        if (finish()) {
            listener.onAcked(this);
        } else {
            listener.onViolation(this);
        }
    }

    /** Reports that the message has failed, after which nobody knows whether the system has it; called by the driver. */
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

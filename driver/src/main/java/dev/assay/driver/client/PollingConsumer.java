package dev.assay.driver.client;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A consumer with a thread of its own, which fetches messages from its client and delivers them until the consumer is closed. Only
 * that thread uses the client where it is not safe for others; they leave their wishes here.
 */
public abstract class PollingConsumer implements DriverConsumer, Runnable {
    /** How long a client is asked to wait for messages, and so how long the end of a consumer without any may take. */
    protected static final Duration POLL = Duration.ofMillis(100);

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    private static final Duration INTERRUPT_LIMIT = Duration.ofSeconds(2);

    private final String threadName;
    private final String name;
    private final MessageListener listener;
    private volatile @Nullable Thread thread;
    private volatile boolean pausing;
    private volatile boolean stopping;
    private volatile @Nullable Throwable closeFailure;

    /**
     * A consumer that does not receive yet.
     *
     * @param threadName what the name of its thread begins with
     * @param name its topic and its subscription, for people
     */
    protected PollingConsumer(String threadName, String name, MessageListener listener) {
        this.threadName = threadName;
        this.name = name;
        this.listener = listener;
    }

    /** Starts receiving; apart from the constructor, so that no half-made object is seen by the thread. */
    public final void start() {
        Thread started =
                Thread.ofPlatform().daemon().name(threadName + " " + name).unstarted(this);
        thread = started;
        started.start();
    }

    /** What its thread does. */
    @Override
    public final void run() {
        thread = Thread.currentThread();
        try {
            boolean paused = false;
            subscribe();
            while (!stopping) {
                if (pausing != paused) {
                    paused = !paused;
                    if (paused) {
                        pauseClient();
                    } else {
                        resumeClient();
                    }
                }
                if (paused) {
                    waitPaused();
                } else {
                    take();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reportUnlessStopping(e);
        } catch (Exception | Error e) {
            if (isWakeup(e)) {
                reportUnlessStopping(e);
            } else {
                report(e);
            }
        } finally {
            try {
                closeClient();
            } catch (RuntimeException e) {
                closeFailure = e;
            }
        }
    }

    /** Begins to consume. */
    protected void subscribe() {}

    /** Waits for messages for at most {@link #POLL}, and delivers them while {@link #delivers()}. */
    protected abstract void take() throws Exception;

    /** Tells the client that a pause begins. */
    protected void pauseClient() {}

    protected void resumeClient() {}

    /** Does what has to be done again and again during a pause. */
    protected void waitPaused() {
        LockSupport.parkNanos(this, POLL.toNanos());
    }

    /** Ends a call of the client that waits; called by other threads. */
    protected void wakeClient() {}

    /** Whether a client that was woken up throws that. */
    protected boolean isWakeup(Throwable thrown) {
        return false;
    }

    /** Closes what only the thread may close, at its end. */
    protected void closeClient() {}

    /** Puts a failure into words, those of the vendor's client included. */
    protected abstract DriverException failed(String doing, Throwable cause);

    /** Whether messages are delivered: neither the end nor a pause is wished. */
    protected final boolean delivers() {
        return !stopping && !pausing;
    }

    protected final boolean isStopping() {
        return stopping;
    }

    /**
     * Waits for the end of a pause.
     *
     * @return whether messages are delivered then; otherwise the consumer ends
     */
    protected final boolean awaitResumed() {
        while (pausing && !stopping) {
            LockSupport.park(this);
        }
        return !stopping;
    }

    protected final void report(Throwable cause) {
        listener.onError(failed("consuming " + name, cause));
    }

    protected final void reportUnlessStopping(Throwable cause) {
        if (!stopping) {
            report(cause);
        }
    }

    @Override
    public final void pause() {
        pausing = true;
    }

    @Override
    public final void resume() {
        pausing = false;
        LockSupport.unpark(thread);
    }

    /** Ends it after the message that is being delivered. */
    public final void stop() {
        stopping = true;
        wakeClient();
        LockSupport.unpark(thread);
    }

    /**
     * Ends it; when this returns, nothing is delivered any more.
     *
     * @throws DriverException when it does not end in time, or its client could not be closed
     */
    @Override
    public void close() throws DriverException {
        stop();
        Thread own = thread;
        if (own == null || own == Thread.currentThread()) {
            return;
        }
        try {
            if (!own.join(CLOSE_LIMIT)) {
                own.interrupt();
                if (!own.join(INTERRUPT_LIMIT)) {
                    throw new DriverException("the consumer of " + name + " did not end within "
                            + CLOSE_LIMIT.plus(INTERRUPT_LIMIT).toSeconds() + " s");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("closing the consumer of " + name + " was interrupted", e);
        }
        Throwable failure = closeFailure;
        if (failure != null) {
            throw failed("closing the consumer of " + name, failure);
        }
    }
}

package dev.assay.driver.client;

import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.MessageListener;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs a consumer on a thread of its own, which fetches messages from its client and delivers them until the consumer is
 * closed. Only that thread uses a client that is not safe for others; they set flags that it looks at.
 */
public abstract class PollingConsumer implements DriverConsumer, Runnable {
    /** A client waits no longer for messages, so the end of a consumer without any may take as long. */
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
     * Creates a consumer that does not receive yet.
     *
     * @param threadName what the name of its thread begins with
     * @param name its topic and its subscription, for people
     */
    protected PollingConsumer(String threadName, String name, MessageListener listener) {
        this.threadName = threadName;
        this.name = name;
        this.listener = listener;
    }

    /** Starts receiving; apart from the constructor, so that the thread sees no half-made object. */
    public final void start() {
        Thread started =
                Thread.ofPlatform().daemon().name(threadName + " " + name).unstarted(this);
        thread = started;
        started.start();
    }

    /** Fetches and delivers until the consumer is closed; runs on its own thread. */
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

    protected void subscribe() {}

    /** Waits for messages for at most {@link #POLL}, and delivers them while {@link #delivers()}. */
    protected abstract void take() throws Exception;

    protected void pauseClient() {}

    protected void resumeClient() {}

    /** Does what has to be done again and again during a pause. */
    protected void waitPaused() {
        LockSupport.parkNanos(this, POLL.toNanos());
    }

    /** Ends a call of the client that waits; called by other threads. */
    protected void wakeClient() {}

    /** Tells whether a client that was woken up throws that. */
    protected boolean isWakeup(Throwable thrown) {
        return false;
    }

    protected void closeClient() {}

    /** Puts a failure into words, those of the vendor's client included. */
    protected abstract DriverException failed(String doing, Throwable cause);

    /** Tells whether messages are delivered: neither the end nor a pause has been requested. */
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

    /** Ends the consumer after the message that is being delivered. */
    public final void stop() {
        stopping = true;
        wakeClient();
        LockSupport.unpark(thread);
    }

    /**
     * Ends the consumer; when this returns, nothing is delivered any more.
     *
     * @throws DriverException when it does not end in time, or its client could not be closed
     */
    @Override
    public void close() throws DriverException {
        stop();
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            if (!running.join(CLOSE_LIMIT)) {
                running.interrupt();
                if (!running.join(INTERRUPT_LIMIT)) {
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

package dev.assay.worker.engine;

import dev.assay.driver.Driver;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.WorkerInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the driver, once for each interval, what its client reports about itself. It is asked on a thread of its own: a
 * client that does not answer soon has no values for that interval, and is not asked again before it has answered. One that
 * fails, or is late again and again, is left alone. Used by one thread; any other may close it.
 */
final class ClientMetricsPoller implements AutoCloseable {
    /** A client may delay the report of an interval by so much. */
    static final Duration PATIENCE = Duration.ofMillis(100);

    /** So many intervals in a row may have no answer in time. */
    static final int MAX_LATE = 5;

    private final Driver driver;
    private final Supplier<Duration> patience;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("client-metrics").factory());
    private final List<String> limitations = new ArrayList<>();
    private @Nullable Future<List<Sample>> answer;
    private boolean started;
    private boolean asking;
    private volatile boolean over;
    private int late;
    private boolean wasLate;

    ClientMetricsPoller(Driver driver) {
        this(driver, () -> PATIENCE);
    }

    ClientMetricsPoller(Driver driver, Supplier<Duration> patience) {
        this.driver = driver;
        this.patience = patience;
    }

    /** Begins the first interval; what was before is in none. Waits for nothing. */
    void begin() {
        started = true;
        ask();
    }

    /**
     * Asks, unless the answer to an earlier question is still to come.
     *
     * @return whether it has asked
     */
    boolean ask() {
        Future<List<Sample>> earlier = answer;
        boolean open = earlier != null && !earlier.isDone();
        if (earlier != null && earlier.state() == Future.State.FAILED) {
            fail(earlier.exceptionNow());
        }
        asking = started && !over && !open;
        if (asking) {
            try {
                answer = thread.submit(() -> WorkerInterval.checked(driver.metrics(System.nanoTime())));
            } catch (RejectedExecutionException closed) {
                asking = false;
            }
        }
        return asking;
    }

    /** Returns the answer, if it comes within {@link #PATIENCE}. */
    List<Sample> take() {
        Future<List<Sample>> current = answer;
        if (over || current == null) {
            return List.of();
        }
        try {
            if (asking) {
                List<Sample> samples = current.get(patience.get().toNanos(), TimeUnit.NANOSECONDS);
                answer = null;
                late = 0;
                return samples;
            }
            missed();
        } catch (TimeoutException e) {
            missed();
        } catch (ExecutionException e) {
            fail(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.of();
    }

    private void missed() {
        if (over) {
            return;
        }
        late++;
        if (late >= MAX_LATE) {
            over = true;
            limitations.add("took longer than " + patience.get().toMillis() + " ms " + MAX_LATE
                    + " times in a row to report its metrics, and is no longer asked");
        } else if (!wasLate) {
            wasLate = true;
            limitations.add("took longer than " + patience.get().toMillis()
                    + " ms to report its metrics; seconds without an answer have no values");
        }
    }

    private void fail(Throwable cause) {
        over = true;
        answer = null;
        limitations.add("reports no metrics: " + cause);
    }

    /** Returns what the client did not report and why, for people; each is given once. */
    List<String> limitations() {
        List<String> newLimitations = List.copyOf(limitations);
        limitations.clear();
        return newLimitations;
    }

    @Override
    public void close() {
        over = true;
        thread.shutdownNow();
    }
}

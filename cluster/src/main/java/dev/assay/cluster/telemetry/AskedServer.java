package dev.assay.cluster.telemetry;

import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Holds the last answer of one server that is asked for metrics of its own, and its limitations. */
final class AskedServer {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The limit of the first answer: connecting starts a part of the server that was not in use before. */
    private static final long FIRST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ServerMetrics metrics;
    private final Consumer<String> limitations;
    private List<Sample> latest = List.of();
    private boolean asking;
    private boolean answered;
    private boolean wasLate;
    private boolean over;
    private long askedNanoTime;

    AskedServer(ServerMetrics metrics, Consumer<String> limitations) {
        this.metrics = metrics;
        this.limitations = limitations;
    }

    /** Returns whether to {@link #ask} the server now; before its first answer it has no values. */
    synchronized boolean isDue(long nanoTime) {
        if (over) {
            return false;
        }
        if (!asking) {
            asking = true;
            askedNanoTime = nanoTime;
            return true;
        }
        latest = List.of();
        if (!wasLate && nanoTime - askedNanoTime >= (answered ? PATIENCE_NANOS : FIRST_PATIENCE_NANOS)) {
            wasLate = true;
            limitations.accept(metrics.node() + " took longer than " + (answered ? "a second" : "30 s")
                    + " to report its metrics; seconds without an answer have no values.");
        }
        return false;
    }

    void ask(LongSupplier clock) {
        try {
            answer(metrics.next(clock.getAsLong()));
        } catch (IOException e) {
            end(String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            end(e.toString());
        }
    }

    private synchronized void answer(List<Sample> samples) {
        asking = false;
        answered = true;
        latest = List.copyOf(samples);
    }

    private synchronized void end(String reason) {
        over = true;
        latest = List.of();
        limitations.accept(
                metrics.node() + (answered ? " no longer reports metrics: " : " reports no metrics: ") + reason + ".");
    }

    synchronized List<Sample> latest() {
        return latest;
    }

    void close() {
        try {
            metrics.close();
        } catch (IOException | RuntimeException e) {
            // The server has gone, and is not asked any more.
        }
    }
}

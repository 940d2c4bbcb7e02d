package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** The thread of one consumer, the only one that may use its client. */
final class PollThread {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    private static final Duration INTERRUPT_LIMIT = Duration.ofSeconds(2);
    private static final long RETRY_LIMIT_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long BETWEEN_RETRIES_NANOS = Duration.ofMillis(100).toNanos();

    private final String name;
    private final Loop loop;
    private final Thread thread;

    /** What runs on it: takes messages until it is asked to end, then closes its client. */
    interface Loop extends Runnable {
        /** Ends it after the message that is being delivered; any thread may ask. */
        void stop();

        /** Why closing the client failed, once the thread has ended; null when it did not. */
        @Nullable
        Throwable closeFailure();
    }

    /** One that is not started yet. */
    PollThread(String topic, String subscription, Loop loop) {
        this.name = "topic " + topic + " for subscription " + subscription;
        this.loop = loop;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("kafka-consumer " + topic + " " + subscription)
                .unstarted(loop);
    }

    void start() {
        thread.start();
    }

    /** What a poll brings, again for up to 30 s where brokers say that it may be asked for again, as while one is restarted. */
    static <T> T retrying(Supplier<T> poll, BooleanSupplier stopping) {
        long since = 0;
        while (true) {
            try {
                return poll.get();
            } catch (RetriableException e) {
                long now = System.nanoTime();
                since = since == 0 ? now : since;
                if (stopping.getAsBoolean() || now - since > RETRY_LIMIT_NANOS) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_RETRIES_NANOS);
            }
        }
    }

    /**
     * Ends it; when this returns, nothing is delivered any more.
     *
     * @throws DriverException when it does not end in time, or its client could not be closed
     */
    void close() throws DriverException {
        loop.stop();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            if (!thread.join(CLOSE_LIMIT)) {
                thread.interrupt();
                if (!thread.join(INTERRUPT_LIMIT)) {
                    throw new DriverException("the consumer of " + name + " did not end within "
                            + CLOSE_LIMIT.plus(INTERRUPT_LIMIT).toSeconds() + " s");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("closing the consumer of " + name + " was interrupted", e);
        }
        Throwable failure = loop.closeFailure();
        if (failure != null) {
            throw KafkaFailures.failed("closing the consumer of " + name, failure);
        }
    }
}

package dev.assay.driver.client;

import dev.assay.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Closes many clients at once: one after another, each may take seconds when the brokers are gone. */
public final class ConcurrentClose {
    private ConcurrentClose() {}

    /** @throws DriverException the first failure, with the others suppressed in it; everything has been tried by then */
    public static void all(List<? extends AutoCloseable> open) throws DriverException {
        List<Future<?>> closings = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("close-", 0).factory())) {
            for (AutoCloseable one : open) {
                closings.add(threads.submit(() -> {
                    one.close();
                    return null;
                }));
            }
        }
        DriverException failure = null;
        for (Future<?> closing : closings) {
            if (closing.state() == Future.State.FAILED) {
                DriverException one = asDriverException(closing.exceptionNow());
                if (failure == null) {
                    failure = one;
                } else {
                    failure.addSuppressed(one);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static DriverException asDriverException(Throwable cause) {
        return cause instanceof DriverException already
                ? already
                : new DriverException("closing a client failed: " + cause.getMessage(), cause);
    }
}

package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.pulsar.client.admin.PulsarAdminException.ServerSideErrorException;

/**
 * A broker that has just lost its metadata service, as after a fault, answers with an error of its own and finds the
 * service again: what it was asked to delete, it is asked once more for up to half a minute.
 */
final class RetryPolicy {
    private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();

    private final long untilNanos = System.nanoTime() + Duration.ofSeconds(30).toNanos();

    /** Whether the broker failed, not the request, and time is left. */
    boolean after(DriverException failure) {
        return failure.getCause() instanceof ServerSideErrorException && System.nanoTime() - untilNanos < 0;
    }

    void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}

package dev.assay.worker;

import dev.assay.driver.LocalClock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what may hang, such as a call to a system that has died, without hanging with it. */
final class Bounded {
    private static final Logger LOG = LoggerFactory.getLogger(Bounded.class);

    /** A healthy system deletes thousands of topics within it. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private Bounded() {}

    /** Waits for the action, for a while; then interrupts it and goes on. */
    static void run(LocalClock clock, String what, Runnable action) {
        Thread thread = clock.start(Thread.ofPlatform().name(what).daemon(), action);
        try {
            if (!clock.join(thread, LIMIT)) {
                LOG.warn("Gave up {} after {}", what, LIMIT);
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}

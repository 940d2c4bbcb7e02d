package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import java.time.Instant;

/**
 * @param nanoTime on this process's {@link System#nanoTime()}
 * @param instant the same moment by the wall clock
 */
public record LoadStart(long nanoTime, Instant instant) {
    static LoadStart in(long leadNanos, LocalClock clock) {
        return new LoadStart(clock.nanoTime() + leadNanos, clock.instant().plusNanos(leadNanos));
    }
}

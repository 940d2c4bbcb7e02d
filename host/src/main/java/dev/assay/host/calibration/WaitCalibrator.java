package dev.assay.host.calibration;

import dev.assay.model.calibration.DurationStatistics;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

public final class WaitCalibrator {
    private final LongSupplier nanoTime;
    private final BooleanSupplier cancelled;

    /** @param cancelled whether it is to end at once */
    public WaitCalibrator(LongSupplier nanoTime, BooleanSupplier cancelled) {
        this.nanoTime = nanoTime;
        this.cancelled = cancelled;
    }

    /**
     * Waits again and again, at least once. A wait that ends too early has no overshoot.
     *
     * @param wait waits for that many nanoseconds
     * @param nanos how long each wait is to be
     */
    public DurationStatistics overshoot(LongConsumer wait, long nanos, Duration length) {
        Durations durations = new Durations();
        long start = nanoTime.getAsLong();
        long now = start;
        do {
            long waitStart = now;
            wait.accept(nanos);
            now = nanoTime.getAsLong();
            durations.add(now - waitStart - nanos);
        } while (now - start < length.toNanos() && !cancelled.getAsBoolean());
        return durations.statistics();
    }
}

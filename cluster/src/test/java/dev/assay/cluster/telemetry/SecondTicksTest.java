package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Uses a clock that advances only when something is waited for or takes time. */
class SecondTicksTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final List<Long> ticks = new ArrayList<>();
    private long now = 77 * MILLI;
    private @Nullable Runnable planned;

    private final SecondTicks seconds = new SecondTicks(
            () -> now,
            (what, delay) -> {
                assertThat(delay).isPositive();
                now += delay;
                planned = what;
            },
            () -> {
                ticks.add((now - 77 * MILLI) / MILLI);
                now += 3 * MILLI;
            });

    private void tick() {
        Objects.requireNonNull(planned).run();
    }

    @Test
    void ticksStayOnWholeSecondsHoweverLongEachTakes() {
        seconds.start();
        for (int i = 0; i < 5; i++) {
            tick();
        }
        assertThat(ticks).containsExactly(1000L, 2000L, 3000L, 4000L, 5000L);
    }

    @Test
    void whatAPauseMissedIsNotMadeUpFor() {
        seconds.start();
        tick();
        now += 5 * SECOND + 400 * MILLI; // the tick at 2 s is late by this
        tick();
        tick();
        tick();
        assertThat(ticks).containsExactly(1000L, 7400L, 8000L, 9000L);
    }

    /** An executor would swallow it. */
    @Test
    void anErrorIsToldToTheHandlerOfTheThread() {
        Error memory = new OutOfMemoryError("of a test");
        List<Throwable> errors = new ArrayList<>();
        SecondTicks failing = new SecondTicks(() -> now, (what, _) -> planned = what, () -> {
            throw memory;
        });
        failing.start();
        Thread.currentThread().setUncaughtExceptionHandler((_, thrown) -> errors.add(thrown));
        try {
            assertThatThrownBy(this::tick).isSameAs(memory);
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        assertThat(errors).containsExactly(memory);
    }
}

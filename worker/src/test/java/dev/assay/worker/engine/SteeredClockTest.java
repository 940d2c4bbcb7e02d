package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.LocalClock;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteeredClockTest {
    private static final long SECOND = 1_000_000_000L;

    /** Is an offset of machines that were started years apart. */
    private static final long OFFSET = 123_456_789_012_345_678L;

    private final AtomicLong raw = new AtomicLong(7 * SECOND);
    private final SteeredClock clock = new SteeredClock(LocalClock.SYSTEM, raw::get, OFFSET);

    @Test
    void beforeACorrectionItIsTheOffset() {
        assertThat(clock.now()).isEqualTo(7 * SECOND + OFFSET);
        assertThat(clock.ofLocal(3)).isEqualTo(3 + OFFSET);
    }

    @Test
    void aCorrectionIsSlewedIn() {
        clock.steer(7 * SECOND, OFFSET + 1_000_000, 0);

        assertThat(clock.now()).isEqualTo(7 * SECOND + OFFSET);
        raw.addAndGet(SteeredClock.LEAD_NANOS + SteeredClock.SLEW_NANOS / 2);
        assertThat(clock.now() - raw.get()).isBetween(OFFSET + 499_999, OFFSET + 500_001);
        raw.addAndGet(SteeredClock.SLEW_NANOS / 2);
        assertThat(clock.now() - raw.get()).isBetween(OFFSET + 999_999, OFFSET + 1_000_001);
        raw.addAndGet(100 * SECOND);
        assertThat(clock.now() - raw.get()).isBetween(OFFSET + 999_999, OFFSET + 1_000_001);
    }

    @Test
    void aDriftGoesOnAfterTheCorrection() {
        clock.steer(raw.get(), OFFSET, 1e-4);
        raw.addAndGet(10 * SECOND);

        assertThat(clock.now() - raw.get()).isBetween(OFFSET + 999_990, OFFSET + 1_000_010);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void trialTimeNeverGoesBackAndHasNoJumps(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long previous = clock.now();
        for (int look = 0; look < 100_000; look++) {
            if (look % 1_000 == 0) {
                clock.steer(
                        raw.get(), OFFSET + random.nextLong(-20_000_000, 20_000_000), random.nextDouble(-1e-3, 1e-3));
            }
            long passed = random.nextLong(2_000_000);
            raw.addAndGet(passed);
            long now = clock.now();
            assertThat(now).isGreaterThanOrEqualTo(previous);
            assertThat(Math.abs(now - previous - passed)).isLessThanOrEqualTo((long) (passed * ClockLine.MAX_SLEW) + 4);
            previous = now;
        }
    }

    /** Two looks may be at the same nanosecond, before a correction is announced and after it. */
    @Test
    void trialTimeDoesNotGoBackWhenACorrectionIsAnnounced() {
        SplittableRandom random = new SplittableRandom(8);
        for (int correction = 0; correction < 1_000; correction++) {
            raw.addAndGet(SECOND + random.nextLong(SECOND));
            long before = clock.now();
            clock.steer(raw.get(), OFFSET + random.nextLong(-20_000_000, 20_000_000), random.nextDouble(-1e-3, 1e-3));
            assertThat(clock.now()).isBetween(before, before + 1);
        }
    }

    /** A thread that was stopped after it read the clock finds the line that held then. */
    @Test
    void aTimeReadBeforeACorrectionIsTheSameAfterwards() {
        clock.steer(raw.get(), OFFSET + 3_000_000, 2e-4);
        raw.addAndGet(2 * SECOND);
        long read = raw.get();
        long readTime = clock.ofLocal(read);
        clock.steer(read, OFFSET - 3_000_000, -2e-4);
        raw.addAndGet(SECOND);

        assertThat(clock.ofLocal(read)).isBetween(readTime - 1, readTime + 1);
    }

    @Test
    void aCorrectionDuringAnotherWaitsForItsEnd() {
        ClockLine first = clock.steer(raw.get(), OFFSET + 1_000_000, 0);
        ClockLine second = clock.steer(raw.get(), OFFSET, 0);

        assertThat(second.fromNanos()).isEqualTo(first.untilNanos());
        assertThatThrownBy(() -> first.steered(first.fromNanos() + 1, first.untilNanos() + 2, 0, 0))
                .hasMessageContaining("lasts until");
    }
}

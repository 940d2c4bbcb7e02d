package dev.assay.host.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.LoopbackCalibration;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitCalibratorTest {
    private long now;
    private int waits;

    /** Each wait of 100 us takes 150 us, every twentieth 1.1 ms. */
    @Test
    void whatIsLongerThanAskedIsTheOvershoot() {
        DurationStatistics statistics = new WaitCalibrator(() -> now, () -> false)
                .overshoot(
                        nanos -> now += nanos + (++waits % 20 == 0 ? 1_000_000 : 50_000),
                        100_000,
                        Duration.ofMillis(200));

        assertThat(statistics.n()).isEqualTo(waits);
        assertThat(statistics.p50Nanos()).isCloseTo(50_000, within(100L));
        assertThat(statistics.p99Nanos()).isCloseTo(1_000_000, within(1_000L));
        assertThat(statistics.maxNanos()).isCloseTo(1_000_000, within(1_000L));
    }

    @Test
    void aWaitThatEndsTooEarlyHasNone() {
        DurationStatistics statistics = new WaitCalibrator(() -> now, () -> true)
                .overshoot(nanos -> now += nanos / 2, 100_000, Duration.ofMillis(200));

        assertThat(statistics).isEqualTo(new DurationStatistics(1, 0, 0, 0));
    }

    /** Uses real sockets, since a made-up one would only show what was made up; looks at no time. */
    @Test
    void loopbackIsMeasuredBothWays() {
        LoopbackCalibration statistics =
                new LoopbackCalibrator(System::nanoTime, () -> true).measure(Duration.ofSeconds(1));

        assertThat(statistics.roundTrip().n()).isEqualTo(1);
        assertThat(statistics.transfer().n()).isEqualTo(1);
        assertThat(statistics.transfer().blockBytes()).isEqualTo(64 << 10);
    }
}

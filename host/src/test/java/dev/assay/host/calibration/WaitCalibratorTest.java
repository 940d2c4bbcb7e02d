package dev.assay.host.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.calibration.DurationFigures;
import dev.assay.model.calibration.LoopbackFigures;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitCalibratorTest {
    private long now;
    private int waits;

    /** Each wait of 100 us takes 150 us, every twentieth 1.1 ms. */
    @Test
    void whatIsLongerThanAskedIsTheOvershoot() {
        DurationFigures figures = new WaitCalibrator(() -> now, () -> false)
                .overshoot(
                        nanos -> now += nanos + (++waits % 20 == 0 ? 1_000_000 : 50_000),
                        100_000,
                        Duration.ofMillis(200));

        assertThat(figures.n()).isEqualTo(waits);
        assertThat(figures.p50Nanos()).isCloseTo(50_000, within(100L));
        assertThat(figures.p99Nanos()).isCloseTo(1_000_000, within(1_000L));
        assertThat(figures.maxNanos()).isCloseTo(1_000_000, within(1_000L));
    }

    @Test
    void aWaitThatEndsTooEarlyHasNone() {
        DurationFigures figures = new WaitCalibrator(() -> now, () -> true)
                .overshoot(nanos -> now += nanos / 2, 100_000, Duration.ofMillis(200));

        assertThat(figures).isEqualTo(new DurationFigures(1, 0, 0, 0));
    }

    /** On real sockets, since all that could be made up is what they do; it looks at no time. */
    @Test
    void loopbackIsMeasuredBothWays() {
        LoopbackFigures figures = new LoopbackCalibrator(System::nanoTime, () -> true).measure(Duration.ofSeconds(1));

        assertThat(figures.roundTrip().n()).isEqualTo(1);
        assertThat(figures.transfer().n()).isEqualTo(1);
        assertThat(figures.transfer().blockBytes()).isEqualTo(64 << 10);
    }
}

package dev.assay.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests with a made-up kernel and clocks. */
class SuspendWatchTest {
    private static final long SECOND = 1_000_000_000L;

    private double upSeconds = 5000;
    private long monotonicNanos = 77;
    private long delayNanos;
    private SuspendWatch watch;

    @BeforeEach
    void open() throws IOException {
        watch = new SuspendWatch(this::uptime, () -> monotonicNanos);
    }

    private String uptime() {
        String text = String.format(Locale.ROOT, "%.2f 1234.00\n", upSeconds);
        pass(delayNanos);
        delayNanos = 0;
        return text;
    }

    private void pass(long nanos) {
        upSeconds += nanos / 1e9;
        monotonicNanos += nanos;
    }

    @Test
    void timeThatBothClocksCountIsNoSuspension() throws IOException {
        for (int second = 0; second < 100; second++) {
            pass(SECOND + 3_333_333);
            assertThat(watch.secondsSinceLast()).isZero();
        }
    }

    @Test
    void timeThatOnlyTheKernelCountsIsOne() throws IOException {
        pass(SECOND);
        upSeconds += 61.5;
        assertThat(watch.secondsSinceLast()).isCloseTo(61.5, within(0.02));
        pass(SECOND);
        assertThat(watch.secondsSinceLast()).isZero();
    }

    @Test
    void manyShortOnesAddUp() throws IOException {
        double sum = 0;
        for (int second = 0; second < 50; second++) {
            pass(SECOND);
            upSeconds += 0.06;
            sum += watch.secondsSinceLast();
        }
        assertThat(sum).isCloseTo(3, within(0.12));
    }

    /** The delay is that of a busy machine; the clocks did not part. */
    @Test
    void aWaitBetweenReadingTheClocksIsNone() throws IOException {
        pass(SECOND);
        delayNanos = 3 * SECOND;
        assertThat(watch.secondsSinceLast()).isZero();
        pass(SECOND);
        assertThat(watch.secondsSinceLast()).isZero();
    }
}

package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.time.VirtualClock;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A worker ends with its owner, and without a message from it. */
class OwnersTieTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final VirtualClock clock = new VirtualClock();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger days = new AtomicInteger();

    @Test
    void anInputThatEndsIsAnOwnerThatEnds() {
        new OwnersTie(InputStream.nullInputStream(), clock, ended::incrementAndGet, days::incrementAndGet).hold();

        assertThat(ended).hasValue(1);
        assertThat(clock.nanoTime()).isZero();
    }

    @Test
    void anOwnerThatSaysNothingForTwoMinutesIsGone() {
        new OwnersTie(InputStream.nullInputStream(), clock, ended::incrementAndGet, days::incrementAndGet)
                .awaitSilence();

        assertThat(ended).hasValue(1);
        assertThat(clock.nanoTime()).isEqualTo(MINUTE.toNanos() * 2);
    }

    @Test
    void theTwoMinutesBeginWithWhatItHasSaidLast() {
        OwnersTie tie = new OwnersTie(lines(1, MINUTE), clock, ended::incrementAndGet, days::incrementAndGet);
        tie.hold();

        tie.awaitSilence();

        assertThat(clock.nanoTime()).isEqualTo(MINUTE.toNanos() * 3);
    }

    @Test
    void whatIsDoneDailyIsDoneWhileTheOwnerIsHeard() {
        new OwnersTie(lines(5, Duration.ofHours(12)), clock, ended::incrementAndGet, days::incrementAndGet).hold();

        assertThat(days).hasValue(2);
    }

    /** Returns an input with that many lines, each after a pause. */
    private InputStream lines(int count, Duration pause) {
        return new InputStream() {
            private int left = count;

            @Override
            public int read() {
                if (left == 0) {
                    return -1;
                }
                clock.pass(pause);
                left--;
                return '\n';
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                int value = read();
                if (value < 0) {
                    return -1;
                }
                bytes[from] = (byte) value;
                return 1;
            }
        };
    }
}

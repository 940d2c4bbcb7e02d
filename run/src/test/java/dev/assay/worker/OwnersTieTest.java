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

    @Test
    void anInputThatEndsIsAnOwnerThatEnds() {
        new OwnersTie(InputStream.nullInputStream(), clock, ended::incrementAndGet).hold();

        assertThat(ended).hasValue(1);
        assertThat(clock.nanoTime()).isZero();
    }

    @Test
    void anOwnerThatSaysNothingForTwoMinutesIsGone() {
        new OwnersTie(InputStream.nullInputStream(), clock, ended::incrementAndGet).awaitSilence();

        assertThat(ended).hasValue(1);
        assertThat(clock.nanoTime()).isEqualTo(MINUTE.toNanos() * 2);
    }

    @Test
    void theTwoMinutesBeginWithWhatItHasSaidLast() {
        InputStream lineAfterAMinute = new InputStream() {
            private boolean reported;

            @Override
            public int read() {
                if (reported) {
                    return -1;
                }
                clock.pass(MINUTE);
                reported = true;
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
        OwnersTie tie = new OwnersTie(lineAfterAMinute, clock, ended::incrementAndGet);
        tie.hold();

        tie.awaitSilence();

        assertThat(clock.nanoTime()).isEqualTo(MINUTE.toNanos() * 3);
    }
}

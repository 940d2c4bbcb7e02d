package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.LocalClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Computes when a consumer that works on each message is done. */
class ConsumerWorkTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000 * MICRO;
    private static final long SECOND = 1_000 * MILLI;

    private final OversleepingClock clock = new OversleepingClock();

    private ConsumerWork work(long nanos) {
        return new ConsumerWork(nanos, TrialClock.monotonic(clock, 0));
    }

    @Test
    void workBeginsWhenTheMessageIsTakenUpAndNotWhenItWasSent() {
        ConsumerWork work = work(80 * MILLI);
        clock.now = SECOND;

        work.on(SECOND - 80 * MILLI, SECOND);

        assertThat(clock.now).isEqualTo(SECOND + 80 * MILLI);
    }

    /** With one message at a time, the next one takes 1 ms to come after the work of 1 ms: 500 a second. */
    @ParameterizedTest
    @ValueSource(longs = {0, 60, 300})
    void aConsumerThatWaitsForEachMessageIsAsFastAsTheRoundTripAndTheWorkAllow(long oversleptMicros) {
        clock.oversleepNanos = oversleptMicros * MICRO;
        ConsumerWork work = work(MILLI);

        for (int message = 0; message < 500; message++) {
            long sent = clock.now;
            clock.now += MILLI;
            work.on(sent, clock.now);
        }

        assertThat(clock.now).isEqualTo(SECOND + oversleptMicros * MICRO);
    }

    /** Its work takes as long as it should on average, so oversleeping makes no slower consumer. */
    @Test
    void messagesThatWaitAreWorkedOnOneAfterTheOther() {
        clock.oversleepNanos = 70 * MICRO;
        ConsumerWork work = work(MILLI);

        for (int message = 0; message < 1_000; message++) {
            work.on(0, clock.now);
        }

        assertThat(clock.now).isEqualTo(SECOND + 70 * MICRO);
    }

    @Test
    void workTooShortToWaitForAddsUp() {
        ConsumerWork work = work(10 * MICRO);

        for (int message = 0; message < 1_000; message++) {
            work.on(0, clock.now);
        }

        assertThat(clock.now).isEqualTo(10 * MILLI);
    }

    /** The thread stands still for 50 ms of its work, while 49 messages come: it is up to date again with the last of them. */
    @Test
    void aPauseIsMadeUpForWithTheMessagesThatWaited() {
        ConsumerWork work = work(MILLI);
        clock.oversleepNanos = 50 * MILLI;
        work.on(0, clock.now);
        clock.oversleepNanos = 0;

        for (int message = 1; message <= 50; message++) {
            work.on(message * MILLI, clock.now);
        }
        assertThat(clock.now).isEqualTo(51 * MILLI);
        work.on(clock.now, clock.now);
        assertThat(clock.now).isEqualTo(52 * MILLI);
    }

    @Test
    void ofALongerPauseOnly100MillisecondsAreMadeUpFor() {
        ConsumerWork work = work(MILLI);
        clock.oversleepNanos = 500 * MILLI;
        work.on(0, clock.now);
        clock.oversleepNanos = 0;

        for (int message = 0; message < 200; message++) {
            work.on(0, clock.now);
        }

        assertThat(clock.now).isEqualTo((1 + 500 + 200 - 100) * MILLI);
    }

    /** A pause is made up for once, and not with each message that comes to an idle consumer. */
    @Test
    void idleTimeIsNotMadeUpFor() {
        ConsumerWork work = work(MILLI);
        clock.oversleepNanos = 50 * MILLI;
        work.on(0, clock.now);
        clock.oversleepNanos = 0;

        long worked = 0;
        for (int message = 0; message < 20; message++) {
            clock.now += 100 * MILLI;
            long received = clock.now;
            work.on(received - 90 * MILLI, received);
            worked += clock.now - received;
        }

        assertThat(worked).isEqualTo(19 * MILLI);
    }

    @Test
    void nothingIsWorkedOnBeforeItWasSent() {
        ConsumerWork work = work(MILLI);
        clock.oversleepNanos = 50 * MILLI;
        work.on(0, clock.now);
        clock.oversleepNanos = 0;
        long taken = clock.now;

        work.on(taken, taken);

        assertThat(clock.now).isEqualTo(taken + MILLI);
    }

    private static final class OversleepingClock implements LocalClock {
        private long now;
        private long oversleepNanos;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void park(long nanos) {
            now += nanos + oversleepNanos;
        }

        @Override
        public void parkShort(long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void park() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void unpark(Thread thread) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Thread start(Thread.Builder thread, Runnable body) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean join(Thread thread, Duration limit) {
            throw new UnsupportedOperationException();
        }
    }
}

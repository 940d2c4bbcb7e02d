package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.e2e.Watermark.Frozen;
import dev.assay.e2e.Watermark.Look;
import dev.assay.e2e.Watermark.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the waits at a partition that stands still and then lets messages through at a steady rate {@code r}, faster
 * than the rate {@code l}
 * at which they are due: the one due {@code t} into the stall of length {@code S} is the {@code l t}-th, gets through at
 * {@code S + l t / r} and waits {@code S - t (1 - l / r)}, so that the longest wait but {@code n} is
 *
 * <pre>x = S - n / l (1 - l / r)</pre>
 */
class WatermarkTest {
    private static final double RATE = 10_000;
    private static final int SLOWEST = 3_000;
    private static final double STALL_AT = 1.0;
    private static final double STALL_FOR = 2.0;
    private static final Frozen FROZEN = new Frozen(nanos(STALL_AT), nanos(STALL_AT + STALL_FOR));

    @ParameterizedTest
    @ValueSource(doubles = {11_000, 20_000, 50_000, 1e9})
    void theLongestWaitsFollowFromTheStallAndTheRateOfCatchingUp(double drain) {
        Watermark seen = new Watermark(looks(0.010, seconds -> committed(seconds, drain)), RATE);

        Wait wait = seen.longestBut(SLOWEST, 0, FROZEN);

        double expected = STALL_FOR - SLOWEST / RATE * (1 - RATE / drain);
        assertThat(wait.min()).isBetween(expected - 0.021, expected);
        assertThat(wait.max()).isBetween(expected, expected + 0.021);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.010, 0.200})
    void aWaitIsAsWellKnownAsWasLookedOften(double period) {
        Watermark seen = new Watermark(looks(period, seconds -> committed(seconds, 20_000)), RATE);

        Wait wait = seen.longestBut(SLOWEST, 0, FROZEN);

        assertThat(wait.max() - wait.min()).isCloseTo(period, within(period + 0.001));
        assertThat(STALL_FOR - 0.15).isBetween(wait.min(), wait.max());
    }

    @ParameterizedTest
    @ValueSource(longs = {10_000, 13_000, 20_000})
    void messagesBeforeTheFirstOneDoNotCount(long first) {
        Watermark seen = new Watermark(looks(0.001, seconds -> committed(seconds, 1e9)), RATE);

        Wait wait = seen.longestBut(0, first, FROZEN);

        double expected = STALL_AT + STALL_FOR - first / RATE;
        assertThat(wait.max()).isCloseTo(expected, within(0.003));
    }

    /** An observation was requested before the stall and answered some time after it. */
    @Test
    void nothingIsCommittedWhileTheLeaderIsFrozenEvenIfNobodyLooked() {
        List<Look> looks = new ArrayList<>(looks(0.010, seconds -> committed(seconds, 1e9)));
        looks.removeIf(
                look -> look.askedNanos() > FROZEN.fromNanos() && look.askedNanos() < FROZEN.toNanos() + 50_000_000);

        Wait wait = new Watermark(looks, RATE).longestBut(SLOWEST, 0, FROZEN);

        double expected = STALL_FOR - SLOWEST / RATE;
        assertThat(wait.min()).isCloseTo(expected, within(0.001));
        assertThat(wait.max()).isBetween(expected + 0.05, expected + 0.06 + 0.001);
    }

    private static long committed(double seconds, double drain) {
        double due = seconds * RATE;
        if (seconds <= STALL_AT) {
            return (long) due;
        }
        double drained = STALL_AT * RATE + Math.max(0, seconds - STALL_AT - STALL_FOR) * drain;
        return (long) Math.min(due, drained);
    }

    private static List<Look> looks(double periodSeconds, ToLongFunction<Double> committed) {
        List<Look> looks = new ArrayList<>();
        for (double seconds = 0; seconds < 30; seconds += periodSeconds) {
            looks.add(new Look(nanos(seconds), nanos(seconds + 0.0001), committed.applyAsLong(seconds)));
        }
        return looks;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}

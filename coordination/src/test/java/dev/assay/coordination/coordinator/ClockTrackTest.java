package dev.assay.coordination.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks and a network that are simulated: a nanosecond passes when the simulation says so. */
class ClockTrackTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    /** The coordinator's clock, another that runs at its own speed, and what lies between them. */
    private static final class World {
        final SplittableRandom random;
        final double speed;
        final long begin;
        final double worstDelayNanos;
        long now;
        long steps;

        World(long seed, double drift, double worstDelayNanos) {
            this.random = new SplittableRandom(seed);
            this.speed = 1 + drift;
            this.begin = random.nextLong(1_000 * SECOND);
            this.worstDelayNanos = worstDelayNanos;
            this.now = begin;
        }

        long own() {
            return now;
        }

        /** The other's clock, asked over the network. */
        long askOther() {
            now += 50_000 + (long) (random.nextDouble() * worstDelayNanos);
            long read = other();
            now += 50_000 + (long) (random.nextDouble() * worstDelayNanos);
            return read;
        }

        private long other() {
            return 77 * SECOND + Math.round((now - begin) * speed) + steps;
        }

        /** What would have to be added to the other's clock at this moment. */
        long trueOffset() {
            return now - other();
        }

        ClockOffset estimate(int exchanges) {
            return ClockOffset.ask(exchanges, this::own, this::askOther);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theBoundCoversEveryMomentThatWasLookedAt(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        World world = new World(seed, random.nextDouble(-4e-4, 4e-4), random.nextDouble(0.1, 5) * MILLI);
        ClockTrack track = new ClockTrack(world.estimate(20), world.own());
        long worst = 0;
        for (int second = 0; second < 120; second++) {
            world.now += SECOND;
            track.add(world.estimate(5), world.own());
            worst = Math.max(worst, Math.abs(world.trueOffset() - track.used().offsetNanos()));
        }

        assertThat(track.errorNanos()).isGreaterThanOrEqualTo(worst);
        assertThat(track.errorNanos()).isLessThan(worst + 6 * MILLI);
    }

    @Test
    void aClockThatDriftsAwayIsSeenAlthoughItComesBack() {
        World world = new World(1, 0, 0.1 * MILLI);
        ClockTrack track = new ClockTrack(world.estimate(20), world.own());
        for (int second = 0; second < 60; second++) {
            world.now += SECOND;
            world.steps += second < 30 ? 400_000 : -400_000;
            track.add(world.estimate(5), world.own());
        }

        assertThat(Math.abs(track.driftNanos(world.estimate(5)))).isLessThan(MILLI);
        assertThat(track.errorNanos()).isBetween(12 * MILLI, 13 * MILLI);
    }

    @Test
    void aSecondWithSlowAnswersCountsWithItsNeighbours() {
        ClockTrack track = new ClockTrack(new ClockOffset(0, 100_000), 0);
        track.add(new ClockOffset(50_000, 100_000), SECOND);
        track.add(new ClockOffset(20 * MILLI, 30 * MILLI), 2 * SECOND);
        track.add(new ClockOffset(60_000, 100_000), 3 * SECOND);

        assertThat(track.errorNanos()).isEqualTo(1_150_000);
    }

    @Test
    void whatOneGoodAnswerProvesIsNotExplainedAway() {
        ClockTrack track = new ClockTrack(new ClockOffset(0, 100_000), 0);
        track.add(new ClockOffset(900_000, 100_000), SECOND);
        track.add(new ClockOffset(0, 100_000), 2 * SECOND);

        assertThat(track.errorNanos()).isEqualTo(1_000_000);
    }

    @Test
    void withoutAnotherLookTheFirstEstimatesErrorHolds() {
        assertThat(new ClockTrack(new ClockOffset(5, 70), 0).errorNanos()).isEqualTo(70);
    }
}

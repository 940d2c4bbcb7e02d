package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.LocalClock;
import dev.assay.worker.engine.ClockLine;
import dev.assay.worker.engine.SteeredClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulates clocks and a network: a nanosecond passes when the simulation says so. */
class ClockTrackTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final long MICRO = 1_000L;

    /** The rounding of clocks and lines to whole nanoseconds. */
    private static final long ROUNDING = 4;

    /** Holds the coordinator's clock, another that runs at its own speed, the network between them, and a worker that is steered. */
    private static final class World {
        final SplittableRandom random;
        final long minDelayNanos;
        final double worstDelayNanos;
        final SteeredClock worker;
        final ClockTrack track;
        final List<Long> errors = new ArrayList<>();
        double drift;
        double ahead;
        long now;
        boolean steers = true;

        World(long seed, double drift, long minDelayNanos, double worstDelayNanos) {
            this.random = new SplittableRandom(seed);
            this.drift = drift;
            this.minDelayNanos = minDelayNanos;
            this.worstDelayNanos = worstDelayNanos;
            this.now = random.nextLong(1_000 * SECOND);
            ClockOffset first = estimate(20);
            this.worker = new SteeredClock(LocalClock.SYSTEM, this::other, first.offsetNanos());
            this.track = new ClockTrack(first, 1);
        }

        void pass(long nanos) {
            now += nanos;
            ahead += drift * nanos;
        }

        long askOther() {
            pass(minDelayNanos + (long) (random.nextDouble() * worstDelayNanos));
            long read = other();
            pass(minDelayNanos + (long) (random.nextDouble() * worstDelayNanos));
            return read;
        }

        private long other() {
            return now + 77 * SECOND + Math.round(ahead);
        }

        ClockOffset estimate(int exchanges) {
            return ClockOffset.ask(exchanges, () -> now, this::askOther);
        }

        /** Returns the present error of trial time. */
        long trueError() {
            return Math.abs(worker.now() - now);
        }

        /** Lets a second pass, then looks at the clock; returns the bound of the error, which must cover every moment of it. */
        long second() {
            long worst = trueError();
            for (int step = 0; step < 20; step++) {
                pass(SECOND / 20);
                worst = Math.max(worst, trueError());
            }
            ClockOffset estimate = estimate(5);
            long bound = track.add(estimate);
            assertDriftIsKnown(estimate, bound);
            if (steers) {
                ClockModel.Line line = track.model().fit();
                track.steered(0, worker.steer(line.atNanos(), line.offsetNanos(), line.drift()));
            }
            errors.add(worst);
            assertThat(worst).as("error in second %d", errors.size()).isLessThanOrEqualTo(bound + ROUNDING);
            return bound;
        }

        /** Asserts that the recorded drift is as certain as the bound says, however slow the exchanges of this look were. */
        private void assertDriftIsKnown(ClockOffset estimate, long bound) {
            long offset = now - other();
            long movedSince = (long) Math.ceil(Math.abs(drift) * (other() - estimate.workerNanos()));
            assertThat(Math.abs(track.firstOffsetNanos() + track.driftNanos() - offset))
                    .as("offset in second %d", errors.size() + 1)
                    .isLessThanOrEqualTo(bound + movedSince + ROUNDING);
        }

        long worstError() {
            return errors.stream().mapToLong(Long::longValue).max().orElseThrow();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theBoundCoversEveryMomentOfAClockThatDrifts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        World world = new World(seed, random.nextDouble(-4e-4, 4e-4), 50 * MICRO, random.nextDouble(0.1, 5) * MILLI);
        for (int second = 0; second < 120; second++) {
            world.second();
        }
        assertThat(world.track.errorNanos() + ROUNDING).isGreaterThanOrEqualTo(world.worstError());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theBoundCoversEveryMomentOfAClockThatIsSlewedAnew(long seed) {
        World world = new World(seed, 0, 50 * MICRO, 0.5 * MILLI);
        for (int second = 0; second < 120; second++) {
            if (second % 17 == 0) {
                world.drift = world.random.nextDouble(-4e-4, 4e-4);
            }
            world.second();
        }
        assertThat(world.track.errorNanos() + ROUNDING).isGreaterThanOrEqualTo(world.worstError());
    }

    /** Without correction the error would be 6 ms in the end. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-4, -1e-4})
    void aDriftIsCorrectedWhileTheLoadRuns(double drift) {
        World world = new World(1, drift, 25 * MICRO, 5 * MICRO);
        List<Long> bounds = new ArrayList<>();
        for (int second = 0; second < 60; second++) {
            bounds.add(world.second());
        }
        assertThat(Math.abs(world.track.correctionNanos())).isBetween(5_900 * MICRO, 6_100 * MICRO);
        // The first three seconds have only seen that the clocks move apart, not how fast.
        assertThat(bounds.subList(3, 60)).allSatisfy(bound -> assertThat(bound).isLessThan(100 * MICRO));
        assertThat(world.errors.subList(3, 60))
                .allSatisfy(error -> assertThat(error).isLessThan(50 * MICRO));
    }

    @Test
    void aClockThatIsNotCorrectedSaysHowWrongItIs() {
        World world = new World(1, 1e-4, 25 * MICRO, 5 * MICRO);
        world.steers = false;
        for (int second = 0; second < 60; second++) {
            world.second();
        }
        assertThat(world.track.errorNanos()).isBetween(6 * MILLI, 6 * MILLI + 100 * MICRO);
    }

    /** The clock is slewed, never set: by 5 ms of every second at most. */
    @ParameterizedTest
    @ValueSource(longs = {12, -12})
    void aClockThatIsSetIsFollowedSlowly(long millis) {
        World world = new World(1, 0, 25 * MICRO, 5 * MICRO);
        for (int second = 0; second < 10; second++) {
            world.second();
        }
        world.ahead += millis * MILLI;
        List<Long> bounds = new ArrayList<>();
        long before = world.worker.now();
        for (int second = 0; second < 8; second++) {
            bounds.add(world.second());
            assertThat(world.worker.now() - before).isBetween(SECOND * 99 / 100, SECOND * 102 / 100);
            before = world.worker.now();
        }
        assertThat(bounds.getFirst()).isGreaterThan(12 * MILLI - 100 * MICRO);
        assertThat(bounds.getLast()).isLessThan(100 * MICRO);
        assertThat(world.track.errorNanos()).isGreaterThan(12 * MILLI - 100 * MICRO);
    }

    /** Topics may take a minute to be created. */
    @Test
    void whatAClockDriftedBeforeTheLoadIsNoError() {
        ClockTrack track = new ClockTrack(new ClockOffset(0, 10, 0), 1);
        for (int second = 1; second <= 60; second++) {
            track.add(new ClockOffset(100_000L * second, 10, second * SECOND));
        }
        track.begin();

        assertThat(track.firstOffsetNanos()).isBetween(5_999_990L, 6_000_010L);
        assertThat(track.errorNanos()).isLessThan(20);
    }

    @Test
    void aSecondWithSlowAnswersCountsWithItsNeighbours() {
        ClockTrack track = new ClockTrack(new ClockOffset(0, 100_000, 0), 1);
        track.add(new ClockOffset(50_000, 100_000, SECOND));
        track.add(new ClockOffset(20 * MILLI, 30 * MILLI, 2 * SECOND));
        track.add(new ClockOffset(60_000, 100_000, 3 * SECOND));

        assertThat(track.errorNanos()).isEqualTo(1_150_000);
    }

    @Test
    void theOffsetOfTheWorstWorkerCounts() {
        ClockTrack track = new ClockTrack(new ClockOffset(0, 1_000, 0), 2);
        track.steered(1, ClockLine.fixed(0).steered(SECOND / 10, SECOND / 2, 70_000, 0));

        assertThat(track.add(new ClockOffset(0, 1_000, SECOND))).isEqualTo(71_000);
        assertThat(track.correctionNanos()).isEqualTo(70_000);
    }

    @Test
    void whatAWorkerSaysLateIsTakenIntoAccount() {
        ClockTrack track = new ClockTrack(new ClockOffset(0, 1_000, 0), 1);
        track.add(new ClockOffset(0, 1_000, SECOND));
        track.steered(0, ClockLine.fixed(0).steered(SECOND / 10, SECOND / 2, 70_000, 0));

        assertThat(track.errorNanos()).isEqualTo(71_000);
    }

    @Test
    void withoutAnotherLookTheFirstEstimatesErrorHolds() {
        assertThat(new ClockTrack(new ClockOffset(5, 70, 0), 1).errorNanos()).isEqualTo(70);
    }
}

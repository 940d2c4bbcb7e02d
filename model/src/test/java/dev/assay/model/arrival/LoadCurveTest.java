package dev.assay.model.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadCurveTest {
    private static final long SECOND = 1_000_000_000L;

    private static LoadCurve curve(String... profiles) {
        List<LoadCurve.Part> parts = new ArrayList<>();
        for (String profile : profiles) {
            parts.add(new LoadCurve.Part(LoadProfile.parse(profile), Duration.ZERO, Duration.ofSeconds(20)));
        }
        return LoadCurve.of(parts);
    }

    private static long[] perSecond(LoadCurve curve, Arrivals law, int producers) {
        long[] counts = new long[(int) (curve.endNanos() / SECOND)];
        for (int producer = 0; producer < producers; producer++) {
            ArrivalSchedule schedule = new ArrivalSchedule(curve, law, 7, producer, producers);
            for (int second = 0; second < counts.length; second++) {
                counts[second] += schedule.skipBefore((second + 1) * SECOND);
            }
            assertThat(schedule.dueNanos()).isEqualTo(LoadCurve.NEVER);
        }
        return counts;
    }

    /** A ramp from a to b over T has a t + (b − a) t² / 2T messages due before t, rounded up since the first is due at 0. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16})
    void aRampHasTheCountsOfItsClosedFormWithAnyNumberOfProducers(int producers) {
        long[] counts = perSecond(curve("ramp 1000/s to 20000/s over 20 s"), Arrivals.CONSTANT, producers);
        for (int second = 0; second < 20; second++) {
            assertThat(counts[second]).isEqualTo(rampBy(second + 1) - rampBy(second));
        }
    }

    /** Computes in halves, as whole numbers: 1000 t + 950 t² / 2 and so on for t in seconds. */
    private static long rampBy(long seconds) {
        long halves = 2 * 1000 * seconds + 950 * seconds * seconds;
        return (halves + 1) / 2;
    }

    @Test
    void stepsHaveTheirCounts() {
        long[] counts = perSecond(curve("10000/s", "20000/s", "steps 40000/s 7/s every 10 s"), Arrivals.CONSTANT, 3);
        for (int second = 0; second < 60; second++) {
            long expected = second < 20 ? 10_000 : second < 40 ? 20_000 : second < 50 ? 40_000 : 7;
            assertThat(counts[second]).as("second %d", second).isEqualTo(expected);
        }
    }

    @Test
    void whatGrowsAsTheMessagesDueDoHasThatPartOfThem() {
        LoadCurve curve = curve("90/s", "none", "10/s");

        assertThat(curve.part(19 * SECOND, 21 * SECOND, 39 * SECOND / 2)).isCloseTo(0.5, within(1e-9));
        assertThat(curve.part(19 * SECOND, 21 * SECOND, 20 * SECOND)).isEqualTo(1);
        assertThat(curve.part(19 * SECOND, 41 * SECOND, 20 * SECOND)).isCloseTo(0.9, within(1e-9));
        assertThat(curve.part(21 * SECOND, 23 * SECOND, 22 * SECOND))
                .as("none is due")
                .isEqualTo(0.5);
        assertThat(curve.part(59 * SECOND, 61 * SECOND, 60 * SECOND))
                .as("it ends")
                .isEqualTo(0.5);
        assertThat(curve.part(19 * SECOND, 21 * SECOND, 22 * SECOND)).isEqualTo(1);
    }

    @Test
    void burstsComeAgainAndNothingIsDueInBetween() {
        long[] counts = perSecond(curve("bursts 5000/s for 2 s every 5 s", "none", "10/s"), Arrivals.CONSTANT, 4);
        for (int second = 0; second < 60; second++) {
            long expected = second < 20 ? (second % 5 < 2 ? 5_000 : 0) : second < 40 ? 0 : 10;
            assertThat(counts[second]).as("second %d", second).isEqualTo(expected);
        }
    }

    @Test
    void aProfileMayGoOnWhereItWasLeft() {
        LoadProfile ramp = LoadProfile.parse("ramp 1000/s to 20000/s over 20 s");
        LoadCurve whole = LoadCurve.of(List.of(new LoadCurve.Part(ramp, Duration.ZERO, Duration.ofSeconds(30))));
        LoadCurve cut = LoadCurve.of(List.of(
                new LoadCurve.Part(ramp, Duration.ZERO, Duration.ofSeconds(7)),
                new LoadCurve.Part(ramp, Duration.ofSeconds(7), Duration.ofSeconds(23))));
        assertThat(cut.total()).isEqualTo(whole.total());
        assertThat(perSecond(cut, Arrivals.CONSTANT, 3)).isEqualTo(perSecond(whole, Arrivals.CONSTANT, 3));
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void skippingCountsWhatGoingOneByOneDoes(Arrivals law) {
        LoadCurve curve = curve(
                "ramp 9/s to 9000/s over 20 s", "bursts 700/s for 100 ms every 3 s", "ramp 500/s to 1/s over 20 s");
        ArrivalSchedule skipping = new ArrivalSchedule(curve, law, 3, 1, 2);
        ArrivalSchedule walking = new ArrivalSchedule(curve, law, 3, 1, 2);
        Random random = new Random(5);
        for (long until = 0; until < 61 * SECOND; until += (long) (random.nextDouble() * SECOND)) {
            long walked = 0;
            while (walking.dueNanos() < until) {
                walking.advance();
                walked++;
            }
            assertThat(skipping.skipBefore(until)).isEqualTo(walked);
            assertThat(skipping.dueNanos()).isEqualTo(walking.dueNanos());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ramp 1000/s to 20000/s over 20 s",
        "ramp 20000/s to 10/s over 20 s",
        "bursts 900/s for 1 s every 3 s else 7/s"
    })
    void countAndItsInverseAgree(String profile) {
        LoadCurve curve = curve(profile);
        ArrivalSchedule schedule = new ArrivalSchedule(curve, Arrivals.CONSTANT, 0, 0, 1);
        long previous = -1;
        for (long message = 0; schedule.dueNanos() != LoadCurve.NEVER; message++) {
            long due = schedule.dueNanos();
            assertThat(due).isGreaterThanOrEqualTo(previous);
            // Within a nanosecond at the rate of 20000/s.
            assertThat(curve.countAt(due)).isCloseTo((double) message, within(4e-5));
            previous = due;
            schedule.advance();
        }
        assertThat(previous).isLessThan(curve.endNanos());
    }

    /** By the mapping theorem Λ of the instants is a process of unit rate: as many messages as Λ, give or take its root. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42})
    void poissonArrivalsFollowTheCurve(long seed) {
        LoadCurve curve = curve("ramp 1000/s to 20000/s over 20 s");
        long total = 0;
        for (int producer = 0; producer < 3; producer++) {
            ArrivalSchedule schedule = new ArrivalSchedule(curve, Arrivals.POISSON, seed, producer, 3);
            total += schedule.skipBefore(10 * SECOND);
        }
        double expected = curve.countAt(10 * SECOND);
        assertThat(Math.abs(total - expected)).isLessThan(5 * Math.sqrt(expected));
    }

    @Test
    void aCurveThatEndsAPhaseEarlierKeepsWhatWasDueBefore() {
        LoadCurve late = curve("10000/s", "500/s");
        LoadCurve early = LoadCurve.of(List.of(
                new LoadCurve.Part(LoadProfile.parse("10000/s"), Duration.ZERO, Duration.ofSeconds(3)),
                new LoadCurve.Part(LoadProfile.parse("500/s"), Duration.ZERO, Duration.ofSeconds(20))));
        for (int producer = 0; producer < 3; producer++) {
            ArrivalSchedule schedule = new ArrivalSchedule(late, Arrivals.CONSTANT, 0, producer, 3);
            long previous = schedule.skipBefore(2 * SECOND);
            schedule.follow(early);
            long after = schedule.skipBefore(Long.MAX_VALUE - 1);
            ArrivalSchedule whole = new ArrivalSchedule(early, Arrivals.CONSTANT, 0, producer, 3);
            assertThat(previous + after).isEqualTo(whole.skipBefore(Long.MAX_VALUE - 1));
        }
    }
}

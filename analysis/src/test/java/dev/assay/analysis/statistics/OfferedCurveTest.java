package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each second ends with a burst of 200 messages in 200 ms, and in the last second of four another phase offers none. */
class OfferedCurveTest {
    private static final LoadProfile BURSTS = LoadProfile.parse("bursts 1000/s for 200 ms every 1 s");

    private static OfferedCurve curve(boolean random, Optional<LoadCurve> schedule) {
        OfferedCurve curve = new OfferedCurve(random, schedule);
        for (int second = 1; second <= 4; second++) {
            curve.add(second, 200 * Math.min(3, second));
        }
        return curve;
    }

    private static LoadCurve schedule() {
        return LoadCurve.of(List.of(
                new LoadCurve.Part(BURSTS, Duration.ofMillis(200), Duration.ofSeconds(3)),
                new LoadCurve.Part(LoadProfile.NONE, Duration.ZERO, Duration.ofSeconds(1))));
    }

    @Test
    void aBurstAtTheEndOfASecondIsKnownFromTheSchedule() {
        assertThat(curve(false, Optional.of(schedule())).atMostBefore(3, 0.1)).isCloseTo(100, within(1e-6));
        assertThat(curve(false, Optional.empty()).atMostBefore(3, 0.1)).isCloseTo(20, within(1e-6));
    }

    /** What is in flight at the end of a second is by halves in counts that are interpolated in the middle of the next one. */
    @Test
    void betweenTwoSecondsItIsInterpolatedAsCountsAre() {
        OfferedCurve curve = curve(false, Optional.of(schedule()));

        assertThat(curve.atMostBefore(3.5, 0.1)).isCloseTo(50, within(1e-6));
        assertThat(curve.atMostBefore(2.25, 0.1)).isCloseTo(100, within(1e-6));
        assertThat(curve.atMostBefore(4, 0.1)).isZero();
    }

    @Test
    void ofRandomTimesChanceIsAdded() {
        assertThat(curve(true, Optional.of(schedule())).atMostBefore(3, 0.1)).isCloseTo(130, within(1e-6));
    }
}

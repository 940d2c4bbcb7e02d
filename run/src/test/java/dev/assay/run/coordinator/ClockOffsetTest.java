package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockOffsetTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void estimateIsWithinItsErrorWhateverTheDelays(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long offset = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
        List<ClockOffset.Exchange> exchanges = new ArrayList<>();
        long now = random.nextLong(1_000_000_000L);
        for (int i = 0; i < 20; i++) {
            long there = random.nextLong(10_000, 5_000_000);
            long back = random.nextLong(10_000, 5_000_000);
            exchanges.add(new ClockOffset.Exchange(now, now + there - offset, now + there + back));
            now += 10_000_000;
        }
        ClockOffset estimate = ClockOffset.estimate(exchanges);
        assertThat(Math.abs(estimate.offsetNanos() - offset)).isLessThanOrEqualTo(estimate.errorNanos());
        assertThat(estimate.errorNanos()).isLessThan(5_000_000);
    }

    @Test
    void shortestRoundTripDecides() {
        ClockOffset estimate = ClockOffset.estimate(
                List.of(new ClockOffset.Exchange(0, 900, 1000), new ClockOffset.Exchange(2000, 1050, 2100)));
        assertThat(estimate).isEqualTo(new ClockOffset(1000, 50, 1050));
    }

    @Test
    void sameClockCanBeTold() {
        assertThat(ClockOffset.estimate(List.of(new ClockOffset.Exchange(10, 11, 13)))
                        .canBeZero())
                .isTrue();
        assertThat(ClockOffset.estimate(List.of(new ClockOffset.Exchange(10, 99, 13)))
                        .canBeZero())
                .isFalse();
    }
}

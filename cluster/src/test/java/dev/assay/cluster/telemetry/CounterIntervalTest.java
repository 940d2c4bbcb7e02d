package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.cluster.telemetry.CounterInterval.Counted;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CounterIntervalTest {
    private final CounterInterval.Mean mean = new CounterInterval.Mean();
    private final CounterInterval.Increase increase = new CounterInterval.Increase();

    @Test
    void theMeanOfAnIntervalIsThatOfWhatCameInItAlone() {
        assertThat(mean.next(1000, 2))
                .as("the first says when the interval begins")
                .isNull();
        // A thousand of 2 ms before, then a hundred of 13 ms: all together 3 ms.
        assertThat(mean.next(1100, 3)).isEqualTo(new Counted(100, 13));
        // Then four of 0 ms.
        Counted last = Objects.requireNonNull(mean.next(1104, 3300.0 / 1104));
        assertThat(last.count()).isEqualTo(4);
        assertThat(last.mean()).isCloseTo(0, within(1e-9)).isNotNegative();
    }

    @Test
    void aSumIsAsGoodAsAMean() {
        assertThat(mean.nextOfSum(1000, 2000)).isNull();
        assertThat(mean.nextOfSum(1100, 3300)).isEqualTo(new Counted(100, 13));
        assertThat(mean.nextOfSum(1100, 3300)).isNull();
    }

    @Test
    void anIntervalInWhichNothingCameHasNoMean() {
        mean.next(5, 7);
        assertThat(mean.next(5, 7)).isNull();
        assertThat(mean.next(6, 7)).isEqualTo(new Counted(1, 7));
    }

    @Test
    void theMeanOfNothingYetIsNotCounted() {
        mean.next(0, Double.NaN);
        assertThat(mean.next(2, 9)).isEqualTo(new Counted(2, 9));
    }

    @Test
    void aServerThatStartsAnewBeginsAnew() {
        mean.next(100, 1);
        assertThat(mean.next(3, 50)).isNull();
        assertThat(mean.next(5, 50)).isEqualTo(new Counted(2, 50));
        increase.next(100);
        assertThat(increase.next(3)).isEmpty();
        assertThat(increase.next(5)).hasValue(2);
    }

    @Test
    void aCounterThatStandsStillHasGrownByNothing() {
        assertThat(increase.next(7)).isEmpty();
        assertThat(increase.next(7)).hasValue(0);
    }
}

package dev.assay.analysis.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MannKendallTest {
    /** Is exceeded by chance once in a hundred times. */
    private static final double OUTSTANDING_Z = 2.33;

    private static MannKendall of(double[] values) {
        MannKendall.Series series = new MannKendall.Series();
        DoubleStream.of(values).forEach(series::add);
        assertThat(series.count()).isEqualTo(values.length);
        return series.trend();
    }

    @Test
    void aStraightLineHasItsSlope() {
        MannKendall trend =
                of(IntStream.range(0, 31).mapToDouble(i -> 5 + 3 * i).toArray());
        assertThat(trend.slope()).isEqualTo(3);
        assertThat(trend.z()).isGreaterThan(7);
        assertThat(of(new double[30])).isEqualTo(new MannKendall(0, 0));
        assertThat(of(new double[] {4})).isEqualTo(new MannKendall(0, 0));
    }

    /** Counted by hand: 1, 3, 3, 4 has 5 pairs up and 1 tie, so S = 5; var S = (4·3·13 − 2·1·9) / 18. */
    @Test
    void tiesAreCorrectedFor() {
        MannKendall trend = of(new double[] {1, 3, 3, 4});
        assertThat(trend.z()).isCloseTo((5 - 1) / Math.sqrt((4 * 3 * 13 - 2 * 1 * 9) / 18.0), within(1e-12));
        assertThat(trend.slope()).isCloseTo(1, within(1e-12));
    }

    @Test
    void aLongSeriesIsThinnedWithoutChangingItsSlope() {
        MannKendall trend =
                of(IntStream.range(0, 36_000).mapToDouble(i -> 0.5 * i).toArray());
        assertThat(trend.slope()).isCloseTo(0.5, within(1e-12));
    }

    /** Noise without trend exceeds the limit about once in 100 times. */
    @Test
    void noiseSeldomPassesForATrend() {
        Random random = new Random(3);
        long alarms = IntStream.range(0, 10_000)
                .mapToObj(run -> random.doubles(31).toArray())
                .filter(noise -> of(noise).z() > OUTSTANDING_Z)
                .count();
        assertThat(alarms).isBetween(60L, 140L);
    }

    @Test
    void anOutlierDoesNotBendTheSlope() {
        double[] series = new double[30];
        Arrays.fill(series, 24, 27, 1e9);
        assertThat(of(series).slope()).isZero();
    }
}

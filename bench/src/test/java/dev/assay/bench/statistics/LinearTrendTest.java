package dev.assay.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.bench.statistics.LinearTrend.Point;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinearTrendTest {
    /** By hand: slope 7.9/5, squared residuals 0.188 together, t(0.975; 2) = 4.302653. */
    @Test
    void aLineThroughFourReadings() {
        LinearTrend growth =
                LinearTrend.of(List.of(new Point(0, 1), new Point(1, 2), new Point(2, 4), new Point(3, 5.6)));
        assertThat(growth.slope()).isCloseTo(1.58, within(1e-9));
        assertThat(growth.halfWidth()).isCloseTo(4.302653 * Math.sqrt(0.188 / 2 / 5), within(1e-5));
        assertThat(growth.points()).isEqualTo(4);
    }

    @Test
    void theIntervalHoldsTheTrueSlopeInAboutNineteenOfTwentyCases() {
        int held = 0;
        for (int seed = 0; seed < 1000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            LinearTrend growth = LinearTrend.of(IntStream.range(0, 12)
                    .mapToObj(time -> new Point(time, 3.0 * time + random.nextGaussian()))
                    .toList());
            held += Math.abs(growth.slope() - 3) <= growth.halfWidth() ? 1 : 0;
        }
        assertThat(held).isBetween(925, 975);
    }

    @Test
    void blocksAreMeansAndTheRestIsLeftOut() {
        List<Point> points = IntStream.range(0, 5)
                .mapToObj(time -> new Point(time, 10 * time))
                .toList();
        assertThat(LinearTrend.blocks(points, 2)).containsExactly(new Point(0.5, 5), new Point(2.5, 25));
    }

    @Test
    void twoReadingsAreNoLineWithAnInterval() {
        assertThatThrownBy(() -> LinearTrend.of(List.of(new Point(0, 1), new Point(1, 2))))
                .hasMessageContaining("needs 3 readings, but has 2");
    }
}

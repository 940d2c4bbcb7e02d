package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Simulates comparisons with the scatter of a recorded run that measured the same twice. Blocks are drawn from the recorded ones,
 * each with both of its values; their order is drawn as well, since both sides are the same, so that the ratio is 1 by
 * construction. An injected difference multiplies it. The values are those of docs/RULES.md.
 */
@Tag("slow")
class RecordedNoiseTest {
    private static final int COMPARISONS = 4_000;

    /** The page states fractions in whole per cent. */
    private static final double ROUNDING = 0.005;

    private static final double ROUNDED = 1e-9;

    /** Returns logarithms of ratios within the recorded blocks that count for a statistic. */
    private static List<Double> recorded(String statistic) {
        try (InputStream in = Objects.requireNonNull(RecordedNoiseTest.class.getResourceAsStream("a-a-blocks.csv"));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> line.split(",", -1))
                    .filter(cells -> cells[0].equals(statistic))
                    .map(cells -> Math.log(Double.parseDouble(cells[3]) / Double.parseDouble(cells[2])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"response.p50, 6", "response.p99, 6", "end-to-end.p50, 6", "end-to-end.p99, 6"})
    void whatIsAlikeIsInconclusiveAndIntervalsCoverTheRatio(String statistic, int recorded) {
        assertThat(recorded(statistic)).hasSize(recorded);
        for (int blocks : new int[] {7, 15}) {
            assertThat(fraction(statistic, blocks, 0, found -> told(found) == Difference.INCONCLUSIVE))
                    .isGreaterThanOrEqualTo(0.95);
            assertThat(fraction(statistic, blocks, 0.1, found -> covers(found, 1.1)))
                    .isGreaterThanOrEqualTo(0.94);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "response.p50, 0.32, 0.59",
        "response.p99, 0.09, 0.16",
        "end-to-end.p50, 0.31, 0.57",
        "end-to-end.p99, 0.09, 0.15"
    })
    void aTenthIsFoundAsOftenAsIsSaid(String statistic, double inSeven, double inFifteen) {
        assertThat(fraction(statistic, 7, 0.1, found -> told(found) == Difference.GREATER))
                .isCloseTo(inSeven, within(ROUNDING));
        assertThat(fraction(statistic, 15, 0.1, found -> told(found) == Difference.GREATER))
                .isCloseTo(inFifteen, within(ROUNDING));
        assertThat(fraction(statistic, 7, 0.1, found -> told(found) == Difference.LESS))
                .isLessThanOrEqualTo(0.01);
    }

    @ParameterizedTest
    @CsvSource({"response.p50, 67, 28", "response.p99, 92, 43", "end-to-end.p50, 68, 29", "end-to-end.p99, 98, 44"})
    void theSmallestDifferenceThatIsFoundInNineOfTenIsAsIsSaid(String statistic, int inSeven, int inFifteen) {
        assertThat(isFoundInNineOfTen(statistic, 7, inSeven + 1)).isTrue();
        assertThat(isFoundInNineOfTen(statistic, 7, inSeven - 1)).isFalse();
        assertThat(isFoundInNineOfTen(statistic, 15, inFifteen + 1)).isTrue();
        assertThat(isFoundInNineOfTen(statistic, 15, inFifteen - 1)).isFalse();
    }

    private static boolean isFoundInNineOfTen(String statistic, int blocks, int percent) {
        return fraction(statistic, blocks, percent / 100.0, found -> told(found) == Difference.GREATER) >= 0.9;
    }

    private static Difference told(RatioEstimate found) {
        return Difference.of(Optional.of(found), Difference.USUAL_THRESHOLD);
    }

    /** Where a block is drawn with both signs, an end of the interval may equal the ratio. */
    private static boolean covers(RatioEstimate found, double ratio) {
        return found.interval().low() <= ratio * (1 + ROUNDED)
                && found.interval().high() >= ratio * (1 - ROUNDED);
    }

    private static double fraction(String statistic, int blocks, double injected, Predicate<RatioEstimate> happens) {
        List<Double> logs = recorded(statistic);
        Random random = new Random(31L * blocks + statistic.hashCode());
        return IntStream.range(0, COMPARISONS)
                        .filter(_ -> happens.test(compare(random, logs, blocks, injected)))
                        .count()
                / (double) COMPARISONS;
    }

    private static RatioEstimate compare(Random random, List<Double> logs, int blocks, double injected) {
        List<Double> ratios = DoubleStream.generate(
                        () -> (random.nextBoolean() ? 1 : -1) * logs.get(random.nextInt(logs.size())))
                .limit(blocks)
                .map(log -> (1 + injected) * Math.exp(log))
                .boxed()
                .toList();
        return RatioEstimate.withinBlocks(ratios).orElseThrow();
    }
}

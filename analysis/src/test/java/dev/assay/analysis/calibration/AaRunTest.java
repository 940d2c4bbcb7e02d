package dev.assay.analysis.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.calibration.Repeatability.Scatter;
import dev.assay.model.result.Verdict.Grade;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AaRunTest {
    private static final MachineFingerprint HERE = MachineFingerprint.of("here", Map.of("kernel", "one"));
    private static final String VARIANT = "variant";

    private static MeasuredRun run(int blocks, double ratio) {
        MeasuredRun run = new MeasuredRun("20261126T090000Z-a-a");
        for (int block = 1; block <= blocks; block++) {
            double machine = 10 * (1 + 0.5 * (block % 3));
            run.trial(block, Map.of(VARIANT, "one"), machine);
            run.trial(block, Map.of(VARIANT, "same"), block % 2 == 0 ? machine * ratio : machine / ratio);
        }
        return run;
    }

    /** Computed by hand: every log ratio is ln 1.2 up or down, and both trials contribute to it. */
    @Test
    void the_scatter_of_a_fresh_cluster_is_that_of_ratios_within_blocks_by_the_root_of_two() {
        Repeatability found = AaRun.repeatability(run(7, 1.2).run(), HERE);

        assertThat(found.scatters()).extracting(Scatter::statistic).containsExactly("response.p50", "response.p99");
        assertThat(found.scatters()).allSatisfy(scatter -> {
            assertThat(scatter.blocks()).isEqualTo(7);
            assertThat(scatter.logDeviation()).isCloseTo(Math.log(1.2) / Math.sqrt(2), within(1e-6));
        });
        assertThat(found.system()).isEqualTo("kafka 1.0");
        assertThat(found.digest()).matches("[0-9a-f]{8}");
    }

    @Test
    void as_a_fact_it_says_the_same() {
        Repeatability found = AaRun.repeatability(run(7, 1.2).run(), HERE);

        assertThat(found.fact())
                .isEqualTo("response.p50 12.89 % (n = 7 blocks), response.p99 12.89 % (n = 7 blocks) by"
                        + " 20261126T090000Z-a-a (kafka 1.0, 2026-11-24, scenario " + found.digest() + ")");
        Repeatability.ParsedFact parsed = Repeatability.parseFact(found.fact()).orElseThrow();
        assertThat(parsed.scatters())
                .hasSize(2)
                .allSatisfy(scatter -> assertThat(scatter.logDeviation()).isCloseTo(0.1289, within(1e-9)));
        assertThat(parsed.source()).startsWith("20261126T090000Z-a-a (kafka 1.0, ");
        for (String other : List.of("", "unknown", "4 GiB by hand", "response.p50 x % (n = 7 blocks) by y")) {
            assertThat(Repeatability.parseFact(other)).isEmpty();
        }
    }

    @Test
    void a_run_that_tells_nothing_of_it_is_refused() {
        assertThatExceptionOfType(UnsuitableRunException.class)
                .isThrownBy(() -> AaRun.repeatability(run(5, 1.2).run(), HERE))
                .satisfies(refused -> assertThat(refused.tooLittle()).isTrue())
                .withMessageContaining("of 5, 5 at response.p50 and 5 at response.p99 count, and 6 are needed");
        MeasuredRun few = run(5, 1.2);
        for (int block = 6; block <= 9; block++) {
            few.trial(block, Map.of(VARIANT, "one"), 10, MeasuredRun.reason(Grade.INVALID, "loss"));
            few.trial(block, Map.of(VARIANT, "same"), 10);
        }
        assertThatExceptionOfType(UnsuitableRunException.class)
                .isThrownBy(() -> AaRun.repeatability(few.run(), HERE))
                .withMessageContaining("of 9, 5 at response.p50");
        MeasuredRun different = new MeasuredRun("x");
        for (int block = 1; block <= 7; block++) {
            different.keys = Map.of("workload.partitions", "1");
            different.trial(block, Map.of(VARIANT, "one"), 10);
            different.keys = Map.of("workload.partitions", "2");
            different.trial(block, Map.of(VARIANT, "other"), 10);
        }
        assertThatExceptionOfType(UnsuitableRunException.class)
                .isThrownBy(() -> AaRun.repeatability(different.run(), HERE))
                .satisfies(refused -> assertThat(refused.tooLittle()).isFalse())
                .withMessageContaining("does not measure the same twice: its sides differ in workload.partitions");
    }

    /** Effects of the reported size are found in at least nine of ten comparisons, on nine of ten simulated machines with seven blocks. */
    @Test
    void what_is_said_to_be_told_is_told() {
        int machines = 100;
        int comparisons = 100;
        double sigma = 0.25;
        long kept = IntStream.range(0, machines)
                .parallel()
                .filter(seed -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    double squares = IntStream.range(0, 7)
                            .mapToDouble(_ -> Math.pow(sigma * Math.sqrt(2) * random.nextGaussian(), 2))
                            .sum();
                    Scatter scatter = new Scatter("response.p99", Math.sqrt(squares / 7 / 2), 7);
                    double ratio = 1 + AaRun.smallestRatio(scatter, 7);
                    long found = IntStream.range(0, comparisons)
                            .filter(_ -> tells(ratio, sigma, random))
                            .count();
                    return found >= 0.85 * comparisons;
                })
                .count();

        assertThat(kept).isGreaterThanOrEqualTo(Math.round(0.85 * machines));
        assertThat(AaRun.smallestRatio(new Scatter("response.p99", 0.25, 1_000), 7))
                .as("with a scatter that is known: (2.447 + 1.440) × sqrt(2) × 0.25 / sqrt(7 × 3/π), 3 % more at most")
                .isBetween(Math.expm1(0.531), Math.expm1(0.532 * 1.035));
    }

    private static boolean tells(double ratio, double sigma, SplittableRandom random) {
        List<Double> ratios = IntStream.range(0, 7)
                .mapToObj(_ -> ratio * Math.exp(sigma * Math.sqrt(2) * random.nextGaussian()))
                .toList();
        Optional<RatioEstimate> estimate = RatioEstimate.withinBlocks(ratios);
        return Difference.of(estimate, 0.05) == Difference.GREATER;
    }
}

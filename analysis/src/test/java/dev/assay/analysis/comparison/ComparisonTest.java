package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.model.spec.ResultStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static final String VERSION = "systems.kafka.version";
    private static final String PARTITIONS = "workload.partitions";

    /** Builds a run on a machine that is twice as slow in every other block, which moves both sides alike. */
    private static MeasuredRun versions(double factor) {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 7; block++) {
            double machine = block % 2 == 0 ? 2 : 1;
            double noise = 1 + 0.002 * block;
            run.trial(block, Map.of(VERSION, "3.9.1"), 10 * machine);
            run.trial(block, Map.of(VERSION, "4.3.1"), 10 * machine * factor * noise);
        }
        return run;
    }

    private static Pair only(Comparison comparison) {
        assertThat(comparison.pairs()).hasSize(1);
        return comparison.pairs().getFirst();
    }

    private static ComparisonRequest request(String by, String baseline, String... statistics) {
        return new ComparisonRequest(Optional.of(by), Optional.of(baseline), List.of(statistics), 0.05);
    }

    @Test
    void declaredStatisticsComeBeforeTheUsualOnesUnlessOthersAreRequested() {
        MeasuredRun run = new MeasuredRun("a");
        run.result = ResultStatistics.parse("end-to-end.p99, response.p95 in measure, response.mean in another");
        for (int block = 1; block <= 3; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10).trial(block, Map.of(VERSION, "4.3.1"), 12);
        }
        Pair usual = only(Comparison.within(run.run(), ComparisonRequest.USUALLY));
        assertThat(usual.declared()).containsExactly("end-to-end.p99", "response.p95");
        assertThat(usual.statistics())
                .extracting(ComparedStatistic::statistic)
                .containsExactly(
                        "end-to-end.p99",
                        "response.p95",
                        "response.p50",
                        "response.p99",
                        "response.p99.9",
                        "end-to-end.p50");
        assertThat(only(Comparison.within(run.run(), request(VERSION, "3.9.1", "response.p50")))
                        .statistics())
                .extracting(ComparedStatistic::statistic)
                .containsExactly("response.p50");
        assertThat(RunSeries.of(List.of(run.run()), List.of())
                        .getFirst()
                        .runs()
                        .getFirst()
                        .values())
                .extracting(RunSeries.Value::statistic)
                .startsWith("end-to-end.p99", "response.p95", "response.p50");
        assertThat(only(Comparison.within(versions(1).run(), ComparisonRequest.USUALLY))
                        .declared())
                .isEmpty();
    }

    /** Blocks have a random order, in which the changed version may be first. */
    @Test
    void theBaselineIsTheFirstOfTheScenario() {
        MeasuredRun run = new MeasuredRun("a");
        run.conditions = Optional.of(new RunConditions(
                "test",
                "3 blocks",
                1,
                List.of(),
                List.of(),
                1,
                WorkerPlaces.NONE,
                0,
                new TreeMap<>(Map.of(
                        "1",
                        new Point("kafka", Map.of(VERSION, "4.0")),
                        "new",
                        new Point("kafka", Map.of(VERSION, "3.9"))))));
        for (int block = 1; block <= 3; block++) {
            run.trial(block, Map.of(VERSION, "3.9"), 10).trial(block, Map.of(VERSION, "4.0"), 20);
        }
        Pair pair = only(Comparison.within(run.run(), ComparisonRequest.USUALLY));

        assertThat(pair.baseline()).isEqualTo("kafka 4.0");
        assertThat(pair.candidate()).isEqualTo("kafka 3.9");
    }

    @Test
    void what_moves_both_sides_of_a_block_divides_out() {
        Pair pair = only(Comparison.within(versions(1.2).run(), ComparisonRequest.USUALLY));
        ComparedStatistic p99 = pair.compared("response.p99").orElseThrow();

        assertThat(pair.baseline()).isEqualTo("kafka 3.9.1");
        assertThat(pair.candidate()).isEqualTo("kafka 4.3.1");
        assertThat(pair.level()).isEqualTo("level-2 (replicated)");
        assertThat(p99.difference()).isEqualTo(Difference.GREATER);
        assertThat(p99.estimate().orElseThrow().interval().centre()).isCloseTo(1.2096, within(0.001));
        assertThat(p99.ratios()).hasSize(7);
        assertThat(p99.baseline().typical().orElseThrow()).isEqualTo(10e6);
    }

    @Test
    void the_baseline_may_be_chosen_by_its_value() {
        Comparison comparison = Comparison.within(versions(1.2).run(), request("version", "4.3.1", "response.p99"));

        assertThat(only(comparison).statistics().getFirst().difference()).isEqualTo(Difference.LESS);
        assertThat(comparison.by()).isEqualTo(VERSION);
        assertThatThrownBy(() -> Comparison.within(versions(1).run(), request("version", "5", "response.p99")))
                .isInstanceOf(Uncomparable.class)
                .hasMessageContaining(
                        "the baseline '5' is none of what is compared: give one of 'kafka 3.9.1', 'kafka 4.3.1'");
        assertThatThrownBy(() -> Comparison.within(versions(1).run(), request("heap", "5", "response.p99")))
                .isInstanceOf(Uncomparable.class)
                .hasMessageContaining("'heap' is not a dimension of a: expected one of " + VERSION);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            workload.batching.linger | 0 s | linger = 0 s
            workload.batching.linger | 0 s | linger=0s
            workload.batching.linger | 0 s | linger=0 s
            workload.batching.linger | 0 s | linger = 0s
            workload.batching.linger | 0 s | workload.batching.linger=0
            workload.batching.linger | 0 s | 0ms
            settings.kafka.producer.linger.ms | 0 | linger.ms=0
            settings.kafka.producer.linger.ms | 0 | linger.ms = 0
            workload.message.size | 1 KB | size=1KB
            workload.message.size | 1 KB | size = 1000 B
            workload.rate | 2000/s | rate=2k/s
            way | a=b | a=b
            way | a=b | way=a=b
            """)
    void aBaselineMeansItsVariantHoweverItIsWritten(String key, String value, String baseline) {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 3; block++) {
            run.trial(block, Map.of(key, "7 ms"), 10);
            run.trial(block, Map.of(key, value), 30);
        }
        Optional<String> by = baseline.equals("a=b") || !baseline.contains("=") ? Optional.of(key) : Optional.empty();
        Comparison comparison = Comparison.within(
                run.run(), new ComparisonRequest(by, Optional.of(baseline), List.of("response.p99"), 0.05));

        assertThat(only(comparison).baseline()).endsWith(" = " + value);
    }

    @Test
    void a_baseline_that_means_no_variant_is_answered_with_those_that_there_are() {
        MeasuredRun run = new MeasuredRun("a");
        for (String value : List.of("0 s", "5 ms")) {
            run.trial(1, Map.of("workload.batching.linger", value), 10);
        }

        assertThatThrownBy(() -> Comparison.within(
                        run.run(), new ComparisonRequest(Optional.empty(), Optional.of("linger=7s"), List.of(), 0.05)))
                .isInstanceOf(Uncomparable.class)
                .hasMessage(
                        "the baseline 'linger=7s' is none of what is compared: give one of 'linger = 0 s', 'linger = 5 ms'");
    }

    @Test
    void a_setting_has_the_vendors_whole_name() {
        String linger = "settings.kafka.producer.linger.ms";
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 3; block++) {
            run.trial(block, Map.of(linger, "0"), 10);
            run.trial(block, Map.of(linger, "20"), 30);
        }

        Comparison comparison = Comparison.within(run.run(), request("linger.ms", "0", "response.p99"));

        assertThat(comparison.by()).isEqualTo(linger);
        assertThat(only(comparison).baseline()).isEqualTo("linger.ms = 0");
        assertThat(only(comparison).candidate()).isEqualTo("linger.ms = 20");
    }

    @Test
    void blocks_count_with_both_sides_or_not_at_all() {
        MeasuredRun run = versions(1.2);
        run.trial(8, Map.of(VERSION, "3.9.1"), 10, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
        run.trial(8, Map.of(VERSION, "4.3.1"), 10);
        run.trial(9, Map.of(VERSION, "3.9.1"), 10);
        run.trial(10, Map.of(VERSION, "3.9.1"), 10, MeasuredRun.reason(Grade.DEGRADED, "drift"));
        run.trial(10, Map.of(VERSION, "4.3.1"), 10, Quality.ofSamplesAbove(1));
        run.trial(11, Map.of(VERSION, "3.9.1"), 10, MeasuredRun.reason(Grade.DEGRADED, "machine-cpu"));
        run.trial(11, Map.of(VERSION, "4.3.1"), 12);
        run.trial(12, Map.of(VERSION, "3.9.1"), 10, MeasuredRun.reason(Grade.DEGRADED, "foreign-disk"));
        run.trial(12, Map.of(VERSION, "4.3.1"), 12, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));

        Pair pair = only(Comparison.within(run.run(), ComparisonRequest.USUALLY));
        ComparedStatistic p99 = pair.compared("response.p99").orElseThrow();

        assertThat(p99.n()).isEqualTo(8);
        assertThat(p99.leftOut())
                .isEqualTo(Map.of(
                        "without a counterpart in their block", 1,
                        "not run", 1,
                        "disturbed by other work on the machine", 2,
                        "not at one level while it was measured", 1,
                        "too few samples", 1));
        assertThat(p99.counts())
                .isEqualTo(new BlockCounts(12, 8, 9, 1, 0, 0, new TreeSet<>(Set.of("INVALID (rate-missed)"))));
        assertThat(p99.estimate().orElseThrow().blocks())
                .as("with the one that failed")
                .isEqualTo(9);
        assertThat(p99.unexcluded().orElseThrow().estimate().orElseThrow().blocks())
                .as("with those that are left out")
                .isEqualTo(11);
    }

    /** One failure in ten at least shows that the candidate is no faster; no rank in between is invented. */
    @Test
    void a_trial_that_failed_is_the_worst_of_its_side() {
        for (boolean dies : new boolean[] {true, false}) {
            for (boolean candidate : new boolean[] {true, false}) {
                MeasuredRun run = new MeasuredRun("a");
                for (int block = 1; block <= 10; block++) {
                    boolean fails = block == 4;
                    for (String version : List.of("3.9.1", "4.3.1")) {
                        Map<String, String> of = Map.of(VERSION, version);
                        if (!fails || version.equals("4.3.1") != candidate) {
                            run.trial(block, of, 10 + 0.01 * block);
                        } else if (dies) {
                            run.missing(block, of, true);
                        } else {
                            run.trial(block, of, 1, MeasuredRun.reason(Grade.INVALID, "loss"));
                        }
                    }
                }
                ComparedStatistic p99 = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                        .compared("response.p99")
                        .orElseThrow();

                assertThat(p99.counts().values()).isEqualTo(9);
                assertThat(p99.counts().known()).isEqualTo(10);
                assertThat(p99.counts().causes()).containsExactly(dies ? "did not finish" : "INVALID (loss)");
                assertThat(p99.ratios()).hasSize(9).containsOnly(1.0);
                RatioEstimate estimate = p99.estimate().orElseThrow();
                assertThat(estimate.interval().centre()).isEqualTo(1);
                assertThat(Double.isInfinite(estimate.interval().high())).isEqualTo(candidate);
                assertThat(estimate.interval().low()).isEqualTo(candidate ? 1 : 0);
            }
        }
    }

    @Test
    void blocks_in_which_both_failed_say_nothing_and_are_counted() {
        MeasuredRun run = versions(1.2);
        for (int block = 8; block <= 9; block++) {
            run.missing(block, Map.of(VERSION, "3.9.1"), true);
            run.trial(block, Map.of(VERSION, "4.3.1"), 1, MeasuredRun.reason(Grade.INVALID, "loss"));
        }
        ComparedStatistic p99 = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .compared("response.p99")
                .orElseThrow();

        assertThat(p99.counts().failedBoth()).isEqualTo(2);
        assertThat(p99.estimate().orElseThrow().blocks()).isEqualTo(7);
        assertThat(p99.estimate().orElseThrow().interval().high()).isFinite();
        assertThat(p99.difference()).as("7 of 9 blocks tell").isEqualTo(Difference.INCONCLUSIVE);
    }

    @Test
    void a_machine_that_slept_is_no_failure() {
        MeasuredRun run = versions(1.2);
        run.trial(8, Map.of(VERSION, "3.9.1"), 10);
        run.trial(8, Map.of(VERSION, "4.3.1"), 10, MeasuredRun.reason(Grade.INVALID, "suspended"));
        ComparedStatistic p99 = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .compared("response.p99")
                .orElseThrow();

        assertThat(p99.counts().failedCandidate()).isZero();
        assertThat(p99.leftOut()).containsEntry("INVALID (suspended)", 1);
        assertThat(p99.difference()).isEqualTo(Difference.GREATER);
    }

    /** In the fast half of the candidate's trials a pause is a large part of the value. */
    @Test
    void no_trial_leaves_by_its_own_value() {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 8; block++) {
            double millis = block % 2 == 0 ? 40 : 10;
            Quality paused = new Quality(
                    100,
                    OptionalDouble.empty(),
                    false,
                    millis < 20 ? List.of(new Flaw(Kind.PAUSES, "w1", 5_000_000)) : List.of());
            run.trial(block, Map.of(VERSION, "3.9.1"), 20);
            run.trial(block, Map.of(VERSION, "4.3.1"), millis, paused);
        }
        ComparedStatistic p99 = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .compared("response.p99")
                .orElseThrow();
        RatioEstimate estimate = p99.estimate().orElseThrow();

        assertThat(p99.leftOut()).isEmpty();
        assertThat(p99.n()).isEqualTo(8);
        assertThat(estimate.interval().centre()).isCloseTo(1, within(1e-9));
        assertThat(estimate.interval().low()).as("without the pauses").isCloseTo(0.25, within(1e-9));
        assertThat(estimate.interval().high()).isCloseTo(2, within(1e-9));
    }

    /** For one statistic, 7 blocks that all differ are enough; with five, chance makes one of them differ more often. */
    @Test
    void statistics_that_are_judged_together_need_more_each() {
        MeasuredRun run = new MeasuredRun("a");
        Random random = new Random(4);
        for (int block = 1; block <= 7; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10);
            run.trial(block, Map.of(VERSION, "4.3.1"), 10 * (1.12 + 0.1 * random.nextDouble() * block));
        }
        ComparedStatistic alone = only(Comparison.within(run.run(), request("version", "3.9.1", "response.p99")))
                .compared("response.p99")
                .orElseThrow();
        ComparedStatistic together = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .compared("response.p99")
                .orElseThrow();

        assertThat(alone.family()).isEqualTo(1);
        assertThat(together.family()).isEqualTo(5);
        assertThat(together.estimate().orElseThrow().interval())
                .isEqualTo(alone.estimate().orElseThrow().interval());
        assertThat(alone.pValue()).isEqualTo(2 / 128.0);
        assertThat(together.pValue())
                .isCloseTo(5 * together.estimate().orElseThrow().pValue(), within(1e-12));
        assertThat(together.smallestTold().orElseThrow())
                .isGreaterThan(alone.smallestTold().orElseThrow());
    }

    @Test
    void what_was_interrupted_is_missing_and_has_not_failed() {
        MeasuredRun run = versions(1.2);
        for (int block = 8; block <= 10; block++) {
            run.missing(block, Map.of(VERSION, "3.9.1"), false).missing(block, Map.of(VERSION, "4.3.1"), false);
        }
        ComparedStatistic p99 = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .compared("response.p99")
                .orElseThrow();

        assertThat(p99.counts()).isEqualTo(new BlockCounts(10, 7, 7, 0, 0, 0, new TreeSet<>()));
        assertThat(p99.leftOut()).containsEntry("not run", 6);
        assertThat(p99.estimate().orElseThrow().interval().low()).isGreaterThan(1);
        assertThat(p99.difference()).as("7 of 10 blocks were measured").isEqualTo(Difference.INCONCLUSIVE);
    }

    @Test
    void below_three_blocks_nothing_is_said() {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 2; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10).trial(block, Map.of(VERSION, "4.3.1"), 100);
        }
        ComparedStatistic p99 = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .compared("response.p99")
                .orElseThrow();

        assertThat(p99.estimate()).isEmpty();
        assertThat(p99.difference()).isEqualTo(Difference.INCONCLUSIVE);
    }

    @Test
    void other_dimensions_are_conditions_and_only_the_same_is_compared() {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 3; block++) {
            for (String partitions : List.of("1", "6")) {
                run.trial(block, Map.of(VERSION, "3.9.1", PARTITIONS, partitions), 10);
                run.trial(block, Map.of(VERSION, "4.3.1", PARTITIONS, partitions), 10);
            }
        }

        assertThat(Comparison.within(run.run(), ComparisonRequest.USUALLY).pairs())
                .extracting(Pair::condition)
                .containsExactly(PARTITIONS + " = 1", PARTITIONS + " = 6");
        assertThat(Comparison.within(run.run(), request("partitions", "1", "response.p99"))
                        .pairs())
                .extracting(Pair::candidate, Pair::condition)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("partitions = 6", VERSION + " = 3.9.1"),
                        org.assertj.core.groups.Tuple.tuple("partitions = 6", VERSION + " = 4.3.1"));
    }

    @Test
    void systems_are_compared_with_their_own_dimensions_in_their_names() {
        MeasuredRun run = new MeasuredRun("a");
        run.trial(1, Map.of(VERSION, "3.9.1"), 10);
        run.system = "pulsar";
        run.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
        run.trial(1, Map.of(), 10);
        Pair pair = only(Comparison.within(run.run(), ComparisonRequest.USUALLY));

        assertThat(pair.baseline()).isEqualTo("kafka 3.9.1");
        assertThat(pair.candidate()).isEqualTo("pulsar");
        assertThat(pair.unequal().orElseThrow())
                .contains(
                        "pulsar at level-1 (replicated and synced), kafka 3.9.1 at level-2 (replicated)",
                        "do not rank them");
    }

    @Test
    void promises_that_are_not_known_are_not_equal_for_that() {
        MeasuredRun run = new MeasuredRun("a");
        run.durability = DurabilityStatement.notKnown(DurabilityLevel.LEVEL_2, "nobody tells");
        run.trial(1, Map.of(PARTITIONS, "1"), 10);
        run.version = "another product";
        run.trial(1, Map.of(PARTITIONS, "6"), 10);
        assertThat(only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                        .unequal()
                        .orElseThrow())
                .contains("durability is not known: ", " at level-2? (replicated); do not rank them");

        MeasuredRun same = new MeasuredRun("b");
        same.durability = run.durability;
        same.trial(1, Map.of(PARTITIONS, "1"), 10).trial(1, Map.of(PARTITIONS, "6"), 10);
        assertThat(only(Comparison.within(same.run(), ComparisonRequest.USUALLY))
                        .unequal())
                .isEmpty();
    }

    @Test
    void runs_are_compared_where_they_measured_the_same() {
        MeasuredRun before = new MeasuredRun("before");
        MeasuredRun after = new MeasuredRun("after");
        after.machine = "two";
        after.config = Map.of("producer", Map.of("in-flight", "5 messages", "linger.ms", "5"));
        before.config = Map.of("producer", Map.of("in-flight", "1000 messages", "linger.ms", "5"));
        for (int block = 1; block <= 5; block++) {
            before.trial(block, Map.of(PARTITIONS, "1"), 10 + 0.1 * block).trial(block, Map.of(PARTITIONS, "6"), 10);
            after.trial(block, Map.of(PARTITIONS, "1"), 20 + 0.1 * block).trial(block, Map.of(PARTITIONS, "16"), 10);
        }
        Comparison comparison = Comparison.ofRuns(List.of(before.run(), after.run()), ComparisonRequest.USUALLY);
        Pair pair = only(comparison);

        assertThat(pair.condition()).isEqualTo(PARTITIONS + " = 1");
        assertThat(pair.compared("response.p50").orElseThrow().estimate()).isPresent();
        assertThat(pair.compared("response.p50").orElseThrow().difference()).isEqualTo(Difference.INCONCLUSIVE);
        assertThat(pair.flags())
                .anySatisfy(flag ->
                        assertThat(flag).contains("in-flight limits differ: after 5 messages, before 1000 messages"))
                .anySatisfy(flag -> assertThat(flag).contains("machines differ"))
                .anySatisfy(flag -> assertThat(flag).contains("one after the other"));
        assertThat(pair.settings()).containsOnlyKeys("effective producer in-flight");
        assertThatThrownBy(() -> Comparison.ofRuns(
                        List.of(
                                before.run(),
                                new MeasuredRun("c")
                                        .trial(1, Map.of(PARTITIONS, "3"), 1)
                                        .run()),
                        ComparisonRequest.USUALLY))
                .isInstanceOf(Uncomparable.class)
                .hasMessageContaining("nothing in common");
    }

    @Test
    void what_was_measured_twice_in_a_block_is_left_out_and_said() {
        MeasuredRun run = versions(1.2);
        run.trial(7, Map.of(VERSION, "4.3.1"), 10);
        ComparedStatistic p99 = only(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .compared("response.p99")
                .orElseThrow();

        assertThat(p99.n()).isEqualTo(6);
        assertThat(p99.leftOut())
                .containsOnlyKeys("measured twice in its block", "without a counterpart in their block");
    }

    @Test
    void a_run_of_one_thing_has_nothing_to_compare() {
        MeasuredRun run = new MeasuredRun("a").trial(1, Map.of(), 10).trial(2, Map.of(), 10);

        assertThat(Comparison.usually(run.run())).isEmpty();
        assertThatThrownBy(() -> Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .isInstanceOf(Uncomparable.class)
                .hasMessageContaining("nothing to compare within itself");
    }
}

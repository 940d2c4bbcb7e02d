package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Gate.Outcome;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.FailCondition;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private static final String VERSION = "systems.kafka.version";

    private static Decision decided(String condition, MeasuredRun run) {
        return new Gate(FailCondition.parse(condition))
                .decide(Comparison.within(run.run(), ComparisonRequest.USUALLY))
                .getFirst();
    }

    /** Builds ratios from factor to factor + 6 %. */
    private static MeasuredRun versions(double factor, int blocks) {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= blocks; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10);
            run.trial(block, Map.of(VERSION, "4.3.1"), 10 * (factor + 0.01 * (block - 1)));
        }
        return run;
    }

    @ParameterizedTest
    @CsvSource({
        "response.p99 > 1.10x, 1.0, PASSED",
        "response.p99 > 1.10x, 1.07, UNDECIDED",
        "response.p99 > 1.10x, 1.2, FAILED",
        "response.p99<0.9x, 1.0, PASSED",
        "response.p99<0.9x, 0.87, UNDECIDED",
        "response.p99<0.9x, 0.7, FAILED"
    })
    void the_whole_interval_decides(String condition, double factor, Outcome outcome) {
        assertThat(decided(condition, versions(factor, 7)).outcome()).isEqualTo(outcome);
    }

    @Test
    void what_is_undecided_says_what_would_tell() {
        Decision near = decided("response.p99 > 1.10x", versions(1.06, 7));
        Decision few = decided("response.p99 > 1.10x", versions(1.05, 2));

        assertThat(near.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(near.blocksMore()).isPresent();
        assertThat(few.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(few.why()).isEqualTo("too few values: n = 2, and at least 3 are needed");
        assertThat(few.blocksMore()).contains(1);
    }

    /** More blocks on such a machine would not count either. */
    @Test
    void aDisturbedMachineIsNamedInsteadOfMoreBlocks() {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 3; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
            run.trial(block, Map.of(VERSION, "4.3.1"), 12, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        }
        Decision decision = decided("response.p99 > 1.10x", run);
        ComparedStatistic compared = decision.compared().orElseThrow();

        assertThat(decision.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(decision.why()).startsWith("0 of 3 blocks count: other work disturbed the machine; end it");
        assertThat(decision.blocksMore()).isEmpty();
        assertThat(compared.withoutWord()).isTrue();
        assertThat(compared.difference()).isEqualTo(Difference.INCONCLUSIVE);
        assertThat(compared.baseline().n()).isZero();
        assertThat(compared.shown().baseline().typical()).hasValue(10e6);
        assertThat(compared.shown().estimate().orElseThrow().interval().centre())
                .isCloseTo(1.2, within(1e-9));
    }

    @Test
    void a_change_that_leaves_no_values_fails() {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 3; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10);
            run.trial(block, Map.of(VERSION, "4.3.1"), 10, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
        }
        Decision decision = decided("response.p99 > 1.10x", run);

        assertThat(decision.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(decision.why())
                .isEqualTo("kafka 4.3.1 failed in 3 of 3 blocks (INVALID (rate-missed)), kafka 3.9.1 in none");
    }

    /** The remaining values are faster than the baseline, and decide nothing. */
    @ParameterizedTest
    @CsvSource({"true, 0", "false, 0", "true, 1", "false, 1"})
    void a_change_that_fails_in_half_of_the_blocks_never_passes(boolean dies, int baselineFails) {
        for (int blocks = 3; blocks <= 40; blocks++) {
            MeasuredRun run = new MeasuredRun("a");
            for (int block = 1; block <= blocks; block++) {
                if (block > baselineFails) {
                    run.trial(block, Map.of(VERSION, "3.9.1"), 10);
                } else {
                    run.missing(block, Map.of(VERSION, "3.9.1"), true);
                }
                if (block % 2 == 0) {
                    run.trial(block, Map.of(VERSION, "4.3.1"), 5);
                } else if (dies) {
                    run.missing(block, Map.of(VERSION, "4.3.1"), true);
                } else {
                    run.trial(block, Map.of(VERSION, "4.3.1"), 5, MeasuredRun.reason(Grade.INVALID, "loss"));
                }
            }
            Decision decision = decided("response.p99 > 1.10x", run);

            assertThat(decision.outcome())
                    .as("%d blocks: %s", blocks, decision.why())
                    .isNotEqualTo(Outcome.PASSED);
            if (blocks >= 5 && baselineFails == 0) {
                assertThat(decision.outcome()).isEqualTo(Outcome.FAILED);
            }
        }
    }

    /** Only what it was to measure is known. */
    @Test
    void a_change_that_never_finishes_fails() {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 4; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10);
            run.missing(block, Map.of(VERSION, "4.3.1"), true);
        }
        Decision decision = decided("response.p99 > 1.10x", run);

        assertThat(decision.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(decision.why())
                .isEqualTo("kafka 4.3.1 failed in 4 of 4 blocks (did not finish), kafka 3.9.1 in none");
    }

    @Test
    void a_single_failure_in_many_blocks_may_pass() {
        MeasuredRun run = versions(0.8, 15);
        run.missing(16, Map.of(VERSION, "4.3.1"), true).trial(16, Map.of(VERSION, "3.9.1"), 10);

        assertThat(decided("response.p99 > 1.10x", run).outcome()).isEqualTo(Outcome.PASSED);
        run.missing(17, Map.of(VERSION, "4.3.1"), true).trial(17, Map.of(VERSION, "3.9.1"), 10);
        run.missing(18, Map.of(VERSION, "4.3.1"), true).trial(18, Map.of(VERSION, "3.9.1"), 10);
        run.missing(19, Map.of(VERSION, "4.3.1"), true).trial(19, Map.of(VERSION, "3.9.1"), 10);
        Decision four = decided("response.p99 > 1.10x", run);
        assertThat(four.outcome()).as(four.why()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void what_was_not_run_is_missed() {
        MeasuredRun run = versions(0.8, 7);
        run.missing(8, Map.of(VERSION, "4.3.1"), false).missing(8, Map.of(VERSION, "3.9.1"), false);
        assertThat(decided("response.p99 > 1.10x", run).outcome()).isEqualTo(Outcome.PASSED);
        run.missing(9, Map.of(VERSION, "4.3.1"), false).missing(9, Map.of(VERSION, "3.9.1"), false);
        Decision seven = decided("response.p99 > 1.10x", run);

        assertThat(seven.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(seven.why()).isEqualTo("7 of 9 blocks have values on both sides that count, and 80 % are needed");
    }

    /** The gate is undecided even where durability is the compared dimension. */
    @ParameterizedTest
    @ValueSource(strings = {VERSION, "durability"})
    void unequal_durability_is_undecided(String dimension) {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 7; block++) {
            run.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_2);
            run.trial(block, Map.of(dimension, "one"), 10);
            run.durability = DurabilityStatement.giving(
                    DurabilityLevel.LEVEL_2, DurabilityLevel.LEVEL_4, List.of("settings.kafka.producer.acks=1"));
            run.trial(block, Map.of(dimension, "other"), 5);
        }
        Decision decision = decided("response.p99 > 1.10x", run);

        assertThat(decision.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(decision.why())
                .contains("durability differs: ", "level-4 (in memory; asked: level-2, replicated)", "level-2");
    }

    /** A value of the body does not depend on knowledge of the tail. */
    @ParameterizedTest
    @CsvSource({
        "response.p99 > 1.10x, drift-not-known, 2, UNDECIDED",
        "response.p99 > 1.10x, p99-drift-not-known, 2, UNDECIDED",
        "response.p50 > 1.10x, p99-drift-not-known, 7, FAILED",
        "response.p50 > 1.10x, steady-not-known, 7, UNDECIDED",
        "response.p99 > 1.10x, p99-drift-not-known, 1, FAILED"
    })
    void nothing_is_decided_by_what_is_not_known_to_have_stayed(
            String condition, String code, int unknown, Outcome outcome) {
        MeasuredRun run = new MeasuredRun("a");
        for (int block = 1; block <= 7; block++) {
            run.trial(block, Map.of(VERSION, "3.9.1"), 10);
            run.findings = block <= unknown ? List.of(new Finding(Phase.MEASURE, code, "seen")) : List.of();
            run.trial(block, Map.of(VERSION, "4.3.1"), 15);
            run.findings = List.of();
        }
        Decision decision = decided(condition, run);

        assertThat(decision.outcome()).isEqualTo(outcome);
        if (unknown == 2) {
            assertThat(decision.why())
                    .isEqualTo(
                            "only 71 % of the trials of a side are known not to have drifted while they were measured, and 80 % are needed: measure for longer");
        }
    }
}

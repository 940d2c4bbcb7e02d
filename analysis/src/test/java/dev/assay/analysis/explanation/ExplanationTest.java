package dev.assay.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.explanation.Explanation.Answer;
import dev.assay.analysis.explanation.Explanation.Effect;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.Servers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final double TENTH = 0.1;

    private static Map<String, String> variant(String name) {
        return Map.of(Comparison.EXPLAIN, name);
    }

    /** Each block is slower or faster as a whole, and no two blocks are alike. */
    private static MeasuredRun moved(Map<String, Double> factors, double noise) {
        MeasuredRun run = new MeasuredRun("x");
        for (int block = 1; block <= 7; block++) {
            double machine = 10 * (1 + 0.3 * (block % 3));
            // The first of a block is not what is as it was: blocks are shuffled.
            for (Map.Entry<String, Double> factor : factors.entrySet()) {
                double apart = 1 + noise * (block % 2 == 0 ? 1 : -1) * (1 + 0.01 * block);
                run.trial(block, variant(factor.getKey()), machine * factor.getValue() * apart);
            }
            run.trial(block, variant(Comparison.AS_IT_WAS), machine);
        }
        return run;
    }

    private static Answer answer(MeasuredRun run, Hypothesis hypothesis) {
        return Explanation.of(run.run(), TENTH).orElseThrow().deciding().stream()
                .filter(effect -> effect.hypothesis() == hypothesis)
                .findFirst()
                .orElseThrow()
                .answer()
                .orElseThrow();
    }

    @Test
    void a_limit_is_the_cause_where_moving_it_alone_helps() {
        MeasuredRun run = moved(Map.of("linger", 0.2, "sync", 0.98, "partitions", 1.4), 0.01);

        assertThat(answer(run, Hypothesis.LINGER)).isEqualTo(Answer.CAUSED);
        assertThat(answer(run, Hypothesis.SYNC)).isEqualTo(Answer.NOT_CAUSED);
        assertThat(answer(run, Hypothesis.PARTITIONS)).as("it got worse").isEqualTo(Answer.NOT_CAUSED);
        assertThat(Explanation.of(run.run(), TENTH).orElseThrow().decided()).isTrue();
    }

    @Test
    void noise_decides_nothing() {
        MeasuredRun run = moved(Map.of("linger", 0.95), 0.4);

        assertThat(answer(run, Hypothesis.LINGER)).isEqualTo(Answer.UNDECIDED);
        assertThat(Explanation.of(run.run(), TENTH).orElseThrow().decided()).isFalse();
    }

    @Test
    void what_is_made_tighter_shows_how_sensitive_a_value_is_and_no_cause() {
        assertThat(answer(processors(Servers.ALL_PROCESSORS, 1, 2.0), Hypothesis.PROCESSORS))
                .isEqualTo(Answer.SENSITIVE);
        assertThat(answer(processors(Servers.ALL_PROCESSORS, 1, 1.15), Hypothesis.PROCESSORS))
                .as("halved, anything is slower")
                .isEqualTo(Answer.NOT_SENSITIVE);
        assertThat(answer(processors(Servers.ALL_PROCESSORS, 1, 0.7), Hypothesis.PROCESSORS))
                .isEqualTo(Answer.NOT_SENSITIVE);
        assertThat(answer(processors(Servers.ALL_PROCESSORS, 1, 1.34), Hypothesis.PROCESSORS))
                .as("a fifth less would make it a tenth worse, to within the interval")
                .isEqualTo(Answer.UNDECIDED);
    }

    @Test
    void processors_that_are_added_can_be_a_cause() {
        assertThat(answer(processors(1, Servers.ALL_PROCESSORS, 0.5), Hypothesis.PROCESSORS))
                .isEqualTo(Answer.CAUSED);
        assertThat(answer(processors(1, Servers.ALL_PROCESSORS, 0.98), Hypothesis.PROCESSORS))
                .isEqualTo(Answer.NOT_CAUSED);
    }

    @Test
    void without_the_number_of_processors_nothing_is_said() {
        assertThat(answer(moved(Map.of("processors", 2.0), 0.01), Hypothesis.PROCESSORS))
                .isEqualTo(Answer.UNDECIDED);
    }

    /** Half of the processors and twice the time is -1, whatever the sign of the change. */
    @Test
    void an_elasticity_is_the_ratio_of_logarithms() {
        Effect effect = Explanation.of(
                        processors(Servers.ALL_PROCESSORS, 1, 2.0).run(), TENTH)
                .orElseThrow()
                .deciding()
                .getFirst();
        Elasticity elasticity = effect.elasticity().orElseThrow();

        assertThat(elasticity.from()).isEqualTo(2);
        assertThat(elasticity.to()).isEqualTo(1);
        assertThat(elasticity.interval().centre()).isCloseTo(-1, within(0.02));
        assertThat(elasticity.interval().low()).isLessThan(elasticity.interval().centre());
        assertThat(elasticity.interval().high())
                .isGreaterThan(elasticity.interval().centre());
        // 0.8 to the power of -e is 1.1.
        assertThat(Math.pow(0.8, -Elasticity.sensitiveFrom(TENTH))).isCloseTo(1.1, within(1e-9));
        assertThat(effect.edge(TENTH)).isCloseTo(Math.pow(2, Elasticity.sensitiveFrom(TENTH)), within(1e-9));
    }

    private static MeasuredRun processors(int asItWas, int moved, double factor) {
        MeasuredRun run = new MeasuredRun("x");
        for (int block = 1; block <= 7; block++) {
            double machine = 10 * (1 + 0.3 * (block % 3));
            double apart = 1 + 0.02 * (block % 2 == 0 ? 1 : -1) * (1 + 0.1 * block);
            run.processors = OptionalInt.of(moved);
            run.trial(block, variant("processors"), machine * factor * apart);
            run.processors = OptionalInt.of(asItWas);
            run.trial(block, variant(Comparison.AS_IT_WAS), machine);
        }
        return run;
    }

    /** An effect of about three standard errors is one by itself, and might be chance where six are tested. */
    @Test
    void the_more_is_tested_the_surer_a_word_has_to_be() {
        Map<String, Double> factors = new LinkedHashMap<>(Map.of("linger", 0.8));
        MeasuredRun one = moved(factors, 0.2);
        assertThat(answer(one, Hypothesis.LINGER)).isEqualTo(Answer.CAUSED);

        List.of("sync", "replication", "partitions", "consumers", "in-flight").forEach(name -> factors.put(name, 0.95));
        MeasuredRun six = moved(factors, 0.2);
        assertThat(answer(six, Hypothesis.LINGER)).isEqualTo(Answer.UNDECIDED);
        Effect linger = Explanation.of(six.run(), TENTH).orElseThrow().deciding().stream()
                .filter(effect -> effect.hypothesis() == Hypothesis.LINGER)
                .findFirst()
                .orElseThrow();
        assertThat(linger.byItself()).isEqualTo(Answer.CAUSED);
    }

    @Test
    void a_load_that_was_not_sustained_is_explained_by_what_was_achieved() {
        MeasuredRun run = new MeasuredRun("x");
        for (int block = 1; block <= 4; block++) {
            run.achieved = 500 + block;
            run.trial(
                    block,
                    variant(Comparison.AS_IT_WAS),
                    100,
                    MeasuredRun.reason(Grade.INVALID, "rate-missed"),
                    MeasuredRun.reason(Grade.INVALID, "outstanding-growing"));
            run.trial(block, variant("partitions"), 100, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
            run.achieved = 1000;
            run.trial(block, variant("in-flight"), 10);
        }
        List<Effect> effects = Explanation.of(run.run(), TENTH).orElseThrow().effects();

        assertThat(effects).extracting(effect -> effect.compared().statistic()).containsOnly("achieved");
        assertThat(answer(run, Hypothesis.IN_FLIGHT)).isEqualTo(Answer.CAUSED);
        assertThat(answer(run, Hypothesis.PARTITIONS)).isEqualTo(Answer.NOT_CAUSED);
    }

    @Test
    void a_trial_that_lost_messages_counts_for_nothing() {
        MeasuredRun run = new MeasuredRun("x");
        for (int block = 1; block <= 4; block++) {
            run.trial(block, variant(Comparison.AS_IT_WAS), 100, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
            run.trial(block, variant("in-flight"), 10, MeasuredRun.reason(Grade.INVALID, "loss"));
        }
        Effect effect = Explanation.of(run.run(), TENTH).orElseThrow().effects().getFirst();

        assertThat(effect.answer()).contains(Answer.UNDECIDED);
        assertThat(effect.compared().counts().failedCandidate()).isEqualTo(4);
    }

    @Test
    void another_promise_was_moved_on_purpose() {
        MeasuredRun run = new MeasuredRun("x");
        for (int block = 1; block <= 4; block++) {
            run.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
            run.trial(block, variant(Comparison.AS_IT_WAS), 10);
            run.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_2);
            run.trial(block, variant("sync"), 5);
        }

        assertThat(answer(run, Hypothesis.SYNC)).isEqualTo(Answer.CAUSED);
        assertThat(Comparison.usually(run.run())
                        .orElseThrow()
                        .pairs()
                        .getFirst()
                        .unequal())
                .isEmpty();
    }

    @Test
    void other_runs_explain_nothing() {
        MeasuredRun run = new MeasuredRun("x").trial(1, Map.of("workload.partitions", "6"), 10);

        assertThat(Explanation.explains(run.run())).isFalse();
        assertThat(Explanation.of(run.run(), TENTH)).isEmpty();
    }
}

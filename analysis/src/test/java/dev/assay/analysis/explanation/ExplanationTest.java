package dev.assay.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.MeasuredRun;
import dev.assay.analysis.explanation.Explanation.Answer;
import dev.assay.analysis.explanation.Explanation.Effect;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Verdict.Grade;
import java.util.List;
import java.util.Map;
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
                .answer();
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
    void what_is_made_tighter_is_the_cause_where_that_harms() {
        assertThat(answer(moved(Map.of("processors", 2.0), 0.01), Hypothesis.PROCESSORS))
                .isEqualTo(Answer.CAUSED);
        assertThat(answer(moved(Map.of("processors", 0.7), 0.01), Hypothesis.PROCESSORS))
                .isEqualTo(Answer.NOT_CAUSED);
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

        assertThat(effect.answer()).isEqualTo(Answer.UNDECIDED);
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

package dev.assay.analysis.claim;

import dev.assay.model.result.Interval;
import dev.assay.model.study.Outcome;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.claim.ClaimCondition;
import dev.assay.scenario.claim.ClaimCondition.Size;
import java.util.Optional;

/**
 * @param outcome empty where the comparison is only shown
 * @param pValue how often chance would produce the outcome if it were false; 1 where it is not decided
 * @param interval of the ratio over blocks; empty for a state, and below three blocks
 * @param blocks that count
 * @param leftOut blocks that do not count
 * @param states blocks in which a state was found; 0 for a ratio
 * @param code why it is not testable here
 * @param why what decided it beside the values, in words; may be empty
 */
public record ConditionJudgement(
        ClaimCondition condition,
        Optional<Outcome> outcome,
        double pValue,
        Optional<Interval> interval,
        int blocks,
        int leftOut,
        int states,
        Optional<Untestable> code,
        String why) {
    boolean holds(double level) {
        return outcome.equals(Optional.of(Outcome.REPRODUCED)) && pValue <= level;
    }

    boolean judgedByBlocks() {
        return outcome.isPresent() && outcome.get() != Outcome.NOT_TESTABLE;
    }

    /**
     * Returns the judgement beside the other comparisons of its claim: its outcome stands where the adjusted p-value is within the
     * level.
     */
    ConditionJudgement corrected(double adjusted, double level) {
        if (adjusted <= level || !outcome.map(Outcome::decided).orElse(false)) {
            return this;
        }
        return new ConditionJudgement(
                condition,
                Optional.of(Outcome.INCONCLUSIVE),
                adjusted,
                interval,
                blocks,
                leftOut,
                states,
                code,
                "taken alone it would be %s, but chance may do that to one of several comparisons (p = %.2g after Holm)"
                        .formatted(outcome.get(), adjusted));
    }

    /**
     * Tells whether the published size lies in the interval; empty where there is no number to compare, no interval, or an interval
     * with an open side that contains the size, as nearly everything would lie in it.
     */
    public Optional<Boolean> sizeAgrees() {
        Size size =
                condition.published().isPresent() ? condition.published().get().size() : null;
        if (size == null || interval.isEmpty()) {
            return Optional.empty();
        }
        double low = interval.get().low();
        double high = interval.get().high();
        boolean closed = low > 0 && Double.isFinite(high);
        boolean within = size.high() >= low && size.low() <= high;
        return within && !closed ? Optional.empty() : Optional.of(within);
    }
}

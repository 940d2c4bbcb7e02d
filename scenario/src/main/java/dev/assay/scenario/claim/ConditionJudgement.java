package dev.assay.scenario.claim;

import dev.assay.model.result.Interval;
import dev.assay.scenario.claim.ClaimCondition.Size;
import java.util.Optional;

/**
 * What came of a comparison.
 *
 * @param outcome empty where it is only shown
 * @param interval of the ratio over blocks; empty for a state, and below three blocks
 * @param blocks that count
 * @param leftOut blocks that do not
 * @param states blocks in which a state was found; 0 for a ratio
 * @param code why it is not testable here
 * @param why what decided it beside the values, in words; may be empty
 */
public record ConditionJudgement(
        ClaimCondition condition,
        Optional<Outcome> outcome,
        Optional<Interval> interval,
        int blocks,
        int leftOut,
        int states,
        Optional<Untestable> code,
        String why) {
    /**
     * Whether the published size lies in the interval; empty where there is no number to compare, or no interval, or one without an
     * end on a side, in which nearly everything would lie.
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

package dev.assay.scenario.claim;

import java.util.List;

/**
 * What came of a claim.
 *
 * @param conditions as the claim has them; a condition that stands for several cells has become as many
 * @param shown what stands beside it
 */
public record ClaimJudgement(
        Claim claim, Outcome outcome, List<List<ConditionJudgement>> conditions, List<ConditionJudgement> shown) {
    public ClaimJudgement {
        conditions = conditions.stream().map(List::copyOf).toList();
        shown = List.copyOf(shown);
    }
}

package dev.assay.scenario.claim;

import java.util.List;

/**
 * What came of a claim.
 *
 * @param legs as the claim has them; a leg that stands for several cells has become as many
 * @param shown what stands beside it
 */
public record ClaimJudgement(Claim claim, Outcome outcome, List<List<LegJudgement>> legs, List<LegJudgement> shown) {
    public ClaimJudgement {
        legs = legs.stream().map(List::copyOf).toList();
        shown = List.copyOf(shown);
    }
}

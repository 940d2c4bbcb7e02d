package dev.assay.analysis.claim;

import dev.assay.model.study.Outcome;
import dev.assay.scenario.claim.Claim;
import java.util.List;

/**
 * @param conditions as the claim has them; a condition that stands for several cells has become as many
 * @param shown comparisons that are shown beside the claim
 */
public record ClaimJudgement(Claim claim, List<List<ConditionJudgement>> conditions, List<ConditionJudgement> shown) {
    public ClaimJudgement {
        conditions = conditions.stream().map(List::copyOf).toList();
        shown = List.copyOf(shown);
    }

    public Outcome outcome() {
        return Outcome.all(conditions.stream()
                .map(group -> Outcome.any(
                        group.stream().flatMap(one -> one.outcome().stream()).toList()))
                .toList());
    }
}

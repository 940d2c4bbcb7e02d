package dev.assay.analysis.claim;

import dev.assay.analysis.claim.CellResults.Lookup;
import dev.assay.analysis.comparison.Holm;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.claim.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges claims by the trials of a study. A claim is reproduced where all of its conditions are, and contradicted where one is;
 * where all conditions that are decided have their effect but one effect is smaller, so is the claim. Where a condition can't be
 * tested, or was not run, nothing more is decided.
 *
 * <p>Each condition is a separate comparison that may be wrong by chance. Their outcomes are corrected after Holm over all
 * conditions of a claim, except where each condition holds by itself: chance makes that no likelier when more of them are
 * required.
 */
public final class ClaimJudge {
    /** Limits how often outcomes may be false at the end: looks before it have the rest of 5 in 100. */
    static final double LEVEL = 0.04;

    private final List<String> cells;
    private final Lookup results;
    private final double level;

    /**
     * Creates a judge of a study's claims.
     *
     * @param cells all cells of the study, as {@code TEST/CELL}
     */
    public ClaimJudge(List<String> cells, Lookup results) {
        this(cells, results, LEVEL);
    }

    /** @param level how often an outcome may be false, as a fraction */
    ClaimJudge(List<String> cells, Lookup results, double level) {
        this.cells = List.copyOf(cells);
        this.results = results;
        this.level = level;
    }

    public ClaimJudgement judge(Claim claim) {
        return judge(claim, claim.variant());
    }

    public ClaimJudgement judge(Claim claim, Optional<String> variant) {
        Claim over = claim.over(cells);
        int family = over.conditions().stream().mapToInt(List::size).sum();
        ConditionJudge judge = new ConditionJudge(over, RatioEstimate.family(family, level), name -> {
            CellName cell = CellName.of(name);
            return results.of(cell.cell(), cell.variant().or(() -> variant));
        });
        List<List<ConditionJudgement>> conditions = corrected(over.conditions().stream()
                .map(group -> group.stream().map(judge::judge).toList())
                .toList());
        return new ClaimJudgement(
                claim, conditions, over.shown().stream().map(judge::judge).toList());
    }

    private List<List<ConditionJudgement>> corrected(List<List<ConditionJudgement>> conditions) {
        boolean each = conditions.stream()
                .allMatch(group -> group.size() == 1 && group.getFirst().holds(level));
        if (each) {
            return conditions;
        }
        List<ConditionJudgement> decided = conditions.stream()
                .flatMap(List::stream)
                .filter(ConditionJudgement::judgedByBlocks)
                .toList();
        List<Double> adjusted =
                Holm.adjusted(decided.stream().map(ConditionJudgement::pValue).toList());
        List<List<ConditionJudgement>> corrected = new ArrayList<>();
        int next = 0;
        for (List<ConditionJudgement> group : conditions) {
            List<ConditionJudgement> one = new ArrayList<>();
            for (ConditionJudgement condition : group) {
                one.add(condition.judgedByBlocks() ? condition.corrected(adjusted.get(next++), level) : condition);
            }
            corrected.add(one);
        }
        return corrected;
    }
}

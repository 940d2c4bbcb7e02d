package dev.assay.scenario.claim;

import dev.assay.scenario.claim.CellResults.Lookup;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Judges claims by the trials of a study. A claim is reproduced where all of its conditions are, and contradicted where one is; where
 * one can't be tested the rest decides nothing more, and it is not testable here.
 */
public final class ClaimJudge {
    private static final String ANY = "*";

    private final List<String> cells;
    private final Lookup results;

    /**
     * A judge of a study's claims.
     *
     * @param cells all cells of the study, as {@code TEST/CELL}
     */
    public ClaimJudge(List<String> cells, Lookup results) {
        this.cells = List.copyOf(cells);
        this.results = results;
    }

    /** Judges one claim by the variant that it names. */
    public ClaimJudgement judge(Claim claim) {
        return judge(claim, claim.variant());
    }

    /** The same by another variant, to be shown beside it. */
    public ClaimJudgement judge(Claim claim, Optional<String> variant) {
        ConditionJudge judge = new ConditionJudge(claim, cell -> results.of(cell, variant));
        List<List<ConditionJudgement>> conditions = claim.conditions().stream()
                .flatMap(group -> group.size() == 1
                        ? run(group.getFirst(), judge).stream().map(List::of)
                        : List.of(group.stream()
                                        .flatMap(condition -> run(condition, judge).stream())
                                        .toList())
                                .stream())
                .toList();
        List<ConditionJudgement> shown = claim.shown().stream()
                .flatMap(condition -> run(condition, judge).stream())
                .toList();
        return new ClaimJudgement(
                claim, all(conditions.stream().map(ClaimJudge::any).toList()), conditions, shown);
    }

    /** A condition on each of the cells that it stands for; of several, those that were not run are left away. */
    private List<ConditionJudgement> run(ClaimCondition condition, ConditionJudge judge) {
        List<ConditionJudgement> each =
                instances(condition).stream().map(judge::judge).toList();
        Predicate<ConditionJudgement> run =
                judged -> judged.code().filter(Untestable.U5::equals).isEmpty();
        return each.stream().anyMatch(run) ? each.stream().filter(run).toList() : each;
    }

    /** The same comparison for each text that the star can stand for in all of its cells. */
    List<ClaimCondition> instances(ClaimCondition condition) {
        if (condition.statement().cells().stream().noneMatch(cell -> cell.contains(ANY))) {
            return List.of(condition);
        }
        String first = condition.statement().cells().getFirst();
        Pattern pattern = Pattern.compile(Pattern.quote(first).replace(ANY, "\\E(.+)\\Q"));
        List<ClaimCondition> found = cells.stream()
                .map(pattern::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher ->
                        condition.on(condition.statement().renamed(cell -> cell.replace(ANY, matcher.group(1)))))
                .filter(one -> cells.containsAll(one.statement().cells()))
                .toList();
        return found.isEmpty() ? List.of(condition) : found;
    }

    /** Of a list of conditions one is enough. */
    private static Outcome any(List<ConditionJudgement> group) {
        return group.stream()
                .map(condition -> condition.outcome().orElseThrow())
                .reduce(best())
                .orElseThrow();
    }

    private static BinaryOperator<Outcome> best() {
        List<Outcome> order =
                List.of(Outcome.REPRODUCED, Outcome.NOT_TESTABLE, Outcome.INCONCLUSIVE, Outcome.CONTRADICTED);
        return (a, b) -> order.indexOf(a) <= order.indexOf(b) ? a : b;
    }

    private static Outcome all(List<Outcome> conditions) {
        List<Outcome> order =
                List.of(Outcome.CONTRADICTED, Outcome.NOT_TESTABLE, Outcome.INCONCLUSIVE, Outcome.REPRODUCED);
        return order.stream()
                .filter(conditions.stream().collect(Collectors.toSet())::contains)
                .findFirst()
                .orElseThrow();
    }
}

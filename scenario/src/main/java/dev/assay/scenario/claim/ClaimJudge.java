package dev.assay.scenario.claim;

import dev.assay.scenario.claim.CellResults.Lookup;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Judges claims by the trials of a study. A claim is reproduced where all of its legs are, and contradicted where one is; where
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
        LegJudge judge = new LegJudge(claim, cell -> results.of(cell, variant));
        List<List<LegJudgement>> legs = claim.legs().stream()
                .flatMap(group -> group.size() == 1
                        ? run(group.getFirst(), judge).stream().map(List::of)
                        : List.of(group.stream()
                                        .flatMap(leg -> run(leg, judge).stream())
                                        .toList())
                                .stream())
                .toList();
        List<LegJudgement> shown =
                claim.shown().stream().flatMap(leg -> run(leg, judge).stream()).toList();
        return new ClaimJudgement(claim, all(legs.stream().map(ClaimJudge::any).toList()), legs, shown);
    }

    /** A leg on each of the cells that it stands for; of several, those that were not run are left away. */
    private List<LegJudgement> run(Leg leg, LegJudge judge) {
        List<LegJudgement> each = instances(leg).stream().map(judge::judge).toList();
        Predicate<LegJudgement> run =
                judged -> judged.code().filter(Untestable.U5::equals).isEmpty();
        return each.stream().anyMatch(run) ? each.stream().filter(run).toList() : each;
    }

    /** The same comparison for each text that the star can stand for in all of its cells. */
    List<Leg> instances(Leg leg) {
        if (leg.statement().cells().stream().noneMatch(cell -> cell.contains(ANY))) {
            return List.of(leg);
        }
        String first = leg.statement().cells().getFirst();
        Pattern pattern = Pattern.compile(Pattern.quote(first).replace(ANY, "\\E(.+)\\Q"));
        List<Leg> found = cells.stream()
                .map(pattern::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> leg.on(leg.statement().renamed(cell -> cell.replace(ANY, matcher.group(1)))))
                .filter(one -> cells.containsAll(one.statement().cells()))
                .toList();
        return found.isEmpty() ? List.of(leg) : found;
    }

    /** Of a list of legs one is enough. */
    private static Outcome any(List<LegJudgement> group) {
        return group.stream()
                .map(leg -> leg.outcome().orElseThrow())
                .reduce(best())
                .orElseThrow();
    }

    private static BinaryOperator<Outcome> best() {
        List<Outcome> order =
                List.of(Outcome.REPRODUCED, Outcome.NOT_TESTABLE, Outcome.INCONCLUSIVE, Outcome.CONTRADICTED);
        return (a, b) -> order.indexOf(a) <= order.indexOf(b) ? a : b;
    }

    private static Outcome all(List<Outcome> legs) {
        List<Outcome> order =
                List.of(Outcome.CONTRADICTED, Outcome.NOT_TESTABLE, Outcome.INCONCLUSIVE, Outcome.REPRODUCED);
        return order.stream()
                .filter(legs.stream().collect(Collectors.toSet())::contains)
                .findFirst()
                .orElseThrow();
    }
}

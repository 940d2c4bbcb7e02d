package dev.assay.scenario.claim;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.Notes;
import dev.assay.model.study.Outcome;
import dev.assay.model.study.Untestable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

@Notes("values")
public record Claim(
        @Key("Its name, which no other claim of the study has.")
        String id,

        @Key("What was claimed, in words.") String says,

        @Key(
                value =
                        "Where documentation leads its readers to expect this, written down before the study runs; its outcome is then held, smaller than expected, contradicted or undecided.",
                fallback = "")
        String expected,

        @Key("The conditions that decide it, all of which must hold; of those under 'any', one is enough.")
        List<List<ClaimCondition>> conditions,

        @Key("Conditions that stand beside it and are not judged.")
        List<ClaimCondition> shown,

        @Key("The variant of its cells that is judged; the first where it is left out.")
        Optional<String> variant,

        @Key("Letters of what else may explain it, beside those of every claim, as docs/STUDIES.md has them.")
        Set<Confounder> confounders,

        @Key(value = "Codes that are likely; U2 says that the claim names the disk.", name = "untestable")
        Set<Untestable> lookOutFor,

        @Key("What a trial must have at least: { measure: 5 min, messages: 100000 }.")
        Needs needs,

        @Key(value = "More about it, for people.", fallback = "")
        String remarks) {
    public record Needs(
            @Key(value = "How long load is measured at least, such as 5 min.", fallback = "0 s")
            Duration measure,

            @Key(value = "How many samples a latency has at least.", fallback = "0")
            long messages) {
        public static final Needs NONE = new Needs(Duration.ZERO, 0);
    }

    public Claim {
        conditions = conditions.stream().map(List::copyOf).toList();
        shown = shown.stream().map(ClaimCondition::unjudged).toList();
        confounders = Set.copyOf(confounders);
        lookOutFor = Set.copyOf(lookOutFor);
        Check.key(
                "conditions",
                !conditions.isEmpty() && conditions.stream().noneMatch(List::isEmpty),
                "a claim needs at least one condition that decides it, under 'conditions'");
        List<Incompatibility> silent = new ArrayList<>();
        for (int number = 1; number <= conditions.size(); number++) {
            KeyPath path = KeyPath.TOP.to("conditions").to(String.valueOf(number));
            conditions.get(number - 1).stream()
                    .filter(condition -> condition.expected().isEmpty())
                    .forEach(condition -> silent.add(new Incompatibility(
                            path,
                            Part.VALUE,
                            condition.expectation(),
                            "say what it expects, or put it under 'shown'")));
        }
        Check.none(silent);
    }

    /** Returns the cells of the judged conditions, as the claim names them. */
    public Set<String> judgedCells() {
        return conditions.stream()
                .flatMap(List::stream)
                .flatMap(condition -> condition.statement().cells().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns the claim with a condition for each cell that a star matches; the star stands for the same text in all cells of a
     * comparison.
     *
     * @param cells all cells of the study, as {@code TEST/CELL}
     */
    public Claim over(List<String> cells) {
        List<List<ClaimCondition>> each = new ArrayList<>();
        for (List<ClaimCondition> group : conditions) {
            List<ClaimCondition> instances = instances(group, cells);
            if (group.size() == 1) {
                instances.forEach(instance -> each.add(List.of(instance)));
            } else {
                each.add(instances);
            }
        }
        return new Claim(
                id, says, expected, each, instances(shown, cells), variant, confounders, lookOutFor, needs, remarks);
    }

    private static List<ClaimCondition> instances(List<ClaimCondition> conditions, List<String> cells) {
        return conditions.stream()
                .flatMap(condition -> condition.over(cells).stream())
                .toList();
    }

    /** Returns what people call that outcome: an expectation is held where a publication's claim is reproduced. */
    public String word(Outcome outcome) {
        return expected.isEmpty() ? outcome.toString() : outcome.ofExpectation();
    }

    public Stream<ClaimCondition> everyCondition() {
        return Stream.concat(conditions.stream().flatMap(List::stream), shown.stream());
    }

    public Set<Confounder> allConfounders() {
        Set<Confounder> all = EnumSet.copyOf(Confounder.always());
        all.addAll(confounders);
        conditions.stream().flatMap(List::stream).forEach(condition -> all.addAll(condition.confounders()));
        return all;
    }
}

package dev.assay.scenario.claim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a study says, and what decides it.
 *
 * @param says the statement in words
 * @param conditions all of them must hold; of those in one list, one is enough
 * @param shown comparisons that stand beside it and are not judged
 * @param variant of its cells the one that is judged; empty for the first
 * @param confounders of all conditions, beside those of every claim
 * @param lookOutFor codes that are likely; {@link Untestable#U2} says that the claim names the disk
 */
public record Claim(
        String id,
        String says,
        List<List<ClaimCondition>> conditions,
        List<ClaimCondition> shown,
        Optional<String> variant,
        Set<Confounder> confounders,
        Set<Untestable> lookOutFor,
        Needs needs,
        String remarks) {
    /**
     * What a trial must have at least.
     *
     * @param measure the measured load
     * @param messages the samples of a latency
     */
    public record Needs(Duration measure, long messages) {
        public static final Needs NONE = new Needs(Duration.ZERO, 0);
    }

    public Claim {
        conditions = conditions.stream().map(List::copyOf).toList();
        shown = List.copyOf(shown);
        confounders = Set.copyOf(confounders);
        lookOutFor = Set.copyOf(lookOutFor);
        if (conditions.isEmpty() || conditions.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("the claim " + id + " needs at least one condition that decides it");
        }
        if (conditions.stream()
                .flatMap(List::stream)
                .anyMatch(condition -> condition.expected().isEmpty())) {
            throw new IllegalArgumentException("each condition of the claim " + id + " says what it expects");
        }
    }

    /** The cells that it is judged by, as they are named in it. */
    public Set<String> judgedCells() {
        return conditions.stream()
                .flatMap(List::stream)
                .flatMap(condition -> condition.statement().cells().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * The same with a condition of its own for each cell that a star stands for: the same text in all cells of a comparison.
     *
     * @param cells all of the study, as {@code TEST/CELL}
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
        return new Claim(id, says, each, instances(shown, cells), variant, confounders, lookOutFor, needs, remarks);
    }

    private static List<ClaimCondition> instances(List<ClaimCondition> conditions, List<String> cells) {
        return conditions.stream()
                .flatMap(condition -> condition.over(cells).stream())
                .toList();
    }

    /** Every comparison, judged or shown. */
    public Stream<ClaimCondition> everyCondition() {
        return Stream.concat(conditions.stream().flatMap(List::stream), shown.stream());
    }

    /** The letters to print beside it. */
    public Set<Confounder> allConfounders() {
        Set<Confounder> all = EnumSet.copyOf(Confounder.always());
        all.addAll(confounders);
        conditions.stream().flatMap(List::stream).forEach(condition -> all.addAll(condition.confounders()));
        return all;
    }
}

package dev.assay.scenario.claim;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a study says, and what decides it.
 *
 * @param says the statement in words
 * @param legs all of them must hold; of those in one list, one is enough
 * @param shown comparisons that stand beside it and are not judged
 * @param variant of its cells the one that is judged; empty for the first
 * @param confounders of all legs, beside those of every claim
 * @param lookOutFor codes that are likely; {@link Untestable#U2} says that the claim names the disk
 */
public record Claim(
        String id,
        String says,
        List<List<Leg>> legs,
        List<Leg> shown,
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
        legs = legs.stream().map(List::copyOf).toList();
        shown = List.copyOf(shown);
        confounders = Set.copyOf(confounders);
        lookOutFor = Set.copyOf(lookOutFor);
        if (legs.isEmpty() || legs.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("the claim " + id + " needs at least one leg that decides it");
        }
        if (legs.stream().flatMap(List::stream).anyMatch(leg -> leg.expected().isEmpty())) {
            throw new IllegalArgumentException("each leg of the claim " + id + " says what it expects");
        }
    }

    /** Every comparison, judged or shown. */
    public Stream<Leg> everyLeg() {
        return Stream.concat(legs.stream().flatMap(List::stream), shown.stream());
    }

    /** The letters to print beside it. */
    public Set<Confounder> allConfounders() {
        Set<Confounder> all = EnumSet.copyOf(Confounder.always());
        all.addAll(confounders);
        legs.stream().flatMap(List::stream).forEach(leg -> all.addAll(leg.confounders()));
        return all;
    }
}

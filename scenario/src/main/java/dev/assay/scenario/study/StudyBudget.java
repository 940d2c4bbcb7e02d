package dev.assay.scenario.study;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses what of a study is run in a given time: as many claims as can be judged whole, those first that take the least; then further cells; then
 * the variants that no claim is judged by. A claim of which a cell is left out can't be judged, so its cells come together.
 */
final class StudyBudget {
    private final Study study;
    private final StudyChoice choice;
    private final Duration max;
    private final Set<StudyPlan.Key> kept = new HashSet<>();

    StudyBudget(Study study, StudyChoice choice, Duration max) {
        this.study = study;
        this.choice = choice;
        this.max = max;
    }

    /** The study as far as it fits. */
    StudyPlan plan() {
        StudyPlan all = StudyPlan.of(study, choice, _ -> true);
        if (fits(all)) {
            return all;
        }
        List<StudyPlan.Entry> possible = all.entries().stream()
                .filter(entry -> entry.trial().isPresent())
                .toList();
        Set<StudyPlan.Key> keys = possible.stream().map(StudyBudget::key).collect(Collectors.toSet());
        fill(study.claims().stream()
                .map(claim -> claim.everyCondition()
                        .flatMap(condition -> condition.statement().cells().stream())
                        .flatMap(cell -> judged(cell, claim.variant()).stream())
                        .filter(keys::contains)
                        .collect(Collectors.<StudyPlan.Key, Set<StudyPlan.Key>>toCollection(LinkedHashSet::new)))
                .toList());
        fill(singles(possible, true));
        fill(singles(possible, false));
        return planned(kept);
    }

    private boolean fits(StudyPlan plan) {
        return plan.duration().compareTo(max) <= 0;
    }

    private StudyPlan planned(Set<StudyPlan.Key> keys) {
        return StudyPlan.of(study, choice, keys::contains);
    }

    private Optional<StudyPlan.Key> judged(String id, Optional<String> variant) {
        return study.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .map(cell -> new StudyPlan.Key(
                        id, variant.filter(cell.variants()::containsKey).orElseGet(cell::firstVariant)));
    }

    private static StudyPlan.Key key(StudyPlan.Entry entry) {
        return new StudyPlan.Key(entry.cell().id(), entry.variant());
    }

    private static List<Set<StudyPlan.Key>> singles(List<StudyPlan.Entry> entries, boolean first) {
        return entries.stream()
                .filter(entry -> entry.variant().equals(entry.cell().firstVariant()) == first)
                .map(entry -> Set.of(key(entry)))
                .toList();
    }

    /** Takes what fits beside what is taken already, the shortest first. */
    private void fill(List<Set<StudyPlan.Key>> groups) {
        record Group(Set<StudyPlan.Key> keys, Duration duration) {}
        groups.stream()
                .filter(keys -> !keys.isEmpty() && !kept.containsAll(keys))
                .map(keys -> new Group(keys, planned(keys).duration()))
                .sorted(Comparator.comparing(Group::duration))
                .forEach(group -> {
                    Set<StudyPlan.Key> more = new HashSet<>(kept);
                    more.addAll(group.keys());
                    if (fits(planned(more))) {
                        kept.addAll(group.keys());
                    }
                });
    }
}

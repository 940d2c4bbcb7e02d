package dev.assay.scenario.study;

import dev.assay.model.spec.Repeat;
import dev.assay.model.study.Untestable;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.claim.Refused;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the part of a study that fits a given time: as many whole claims as possible, shortest first, with enough blocks to
 * decide them; then more blocks of these; then, unless claims were requested, further cells, and variants that no claim is
 * judged by. A claim without one of its cells can't be judged, so its cells are added together; a claim with too few blocks
 * stays undecided, so blocks come before further cells.
 */
final class StudyBudget {
    /** From this number of blocks, intervals are based on ranks, and states can be decided. */
    private static final int DECIDING = 6;

    /** More blocks add little, as the smallest visible effect falls with their square root. */
    private static final int ENOUGH = 12;

    private final Study study;
    private final StudyChoice choice;
    private final Duration max;
    private final Set<StudyPlan.Key> kept = new HashSet<>();
    /** Maps each variant left out to the duration of the shortest claim that needs it. */
    private final Map<StudyPlan.Key, Duration> unfit = new HashMap<>();

    private int blocks;

    StudyBudget(Study study, StudyChoice choice, Duration max) {
        this.study = study;
        this.choice = choice;
        this.max = max;
        this.blocks = study.repeat().max();
    }

    StudyPlan plan() {
        StudyPlan all = StudyPlan.of(study, choice, _ -> Optional.empty());
        List<StudyPlan.Entry> possible = all.entries().stream()
                .filter(entry -> entry.trial().isPresent())
                .toList();
        Set<StudyPlan.Key> keys = possible.stream().map(StudyBudget::key).collect(Collectors.toSet());
        List<Set<StudyPlan.Key>> claims = study.claims().stream()
                .filter(claim -> study.needs(Set.of(claim.id())).isEmpty())
                .filter(claim -> all.oneTrial(claim).isEmpty())
                .map(study::judgedBy)
                .filter(judged -> !judged.isEmpty() && keys.containsAll(judged))
                .toList();
        int least = blocks;
        if (study.repeat().goal().isEmpty() && !claims.isEmpty()) {
            blocks = Math.max(DECIDING, least);
            while (blocks > least && claims.stream().noneMatch(judged -> fits(planned(judged)))) {
                blocks--;
            }
        }
        fill(claims);
        if (study.repeat().goal().isEmpty() && !kept.isEmpty()) {
            blocks++;
            while (blocks <= ENOUGH && fits(planned(kept))) {
                blocks++;
            }
            blocks--;
        }
        if (choice.claims().isEmpty()) { // Single cells decide no requested claim.
            fill(singles(possible, true));
            fill(singles(possible, false));
        }
        return planned(kept);
    }

    private boolean fits(StudyPlan plan) {
        return plan.duration().compareTo(max) <= 0;
    }

    private StudyPlan planned(Set<StudyPlan.Key> keys) {
        Repeat repeat = study.repeat();
        return StudyPlan.of(
                repeat.goal().isPresent() ? study : study.repeated(blocks),
                choice,
                key -> keys.contains(key) ? Optional.empty() : Optional.of(refused(key)));
    }

    private Refused refused(StudyPlan.Key key) {
        Duration alone = unfit.get(key);
        return new Refused(
                Untestable.U5,
                "it does not fit into the time of %s%s"
                        .formatted(
                                DurationText.ofRun(max),
                                alone == null
                                        ? ""
                                        : ": it takes %s with what it is judged with"
                                                .formatted(DurationText.ofRun(alone))));
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

    /** Adds the groups that fit beside those already chosen, shortest first. */
    private void fill(List<Set<StudyPlan.Key>> groups) {
        record Group(Set<StudyPlan.Key> keys, Duration duration) {}
        groups.stream()
                .filter(keys -> !kept.containsAll(keys))
                .map(keys -> new Group(keys, planned(keys).duration()))
                .sorted(Comparator.comparing(Group::duration))
                .forEach(group -> {
                    Set<StudyPlan.Key> more = new HashSet<>(kept);
                    more.addAll(group.keys());
                    if (fits(planned(more))) {
                        kept.addAll(group.keys());
                    } else {
                        group.keys()
                                .forEach(key ->
                                        unfit.merge(key, group.duration(), (a, b) -> a.compareTo(b) < 0 ? a : b));
                    }
                });
    }
}

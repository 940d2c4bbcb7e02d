package dev.assay.analysis.comparison;

import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.comparison.Comparison.Invalid;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Where one side alone failed to give figures: that is a result of its own, which no ratio shows. */
final class InvalidBlocks {
    private InvalidBlocks() {}

    static Invalid of(Subject baseline, Subject candidate) {
        Set<Integer> below = blocks(baseline);
        Set<Integer> above = blocks(candidate);
        List<String> causes = invalid(candidate).stream()
                .flatMap(trial -> trial.verdict().reasons().stream())
                .filter(reason -> reason.severity() == Grade.INVALID)
                .map(Reason::code)
                .distinct()
                .sorted()
                .toList();
        return new Invalid(without(below, above), without(above, below), causes);
    }

    private static int without(Set<Integer> blocks, Set<Integer> others) {
        return (int) blocks.stream().filter(block -> !others.contains(block)).count();
    }

    private static Set<Integer> blocks(Subject subject) {
        return invalid(subject).stream()
                .map(trial -> trial.trial().repetition())
                .collect(Collectors.toSet());
    }

    private static List<TrialAnalysis> invalid(Subject subject) {
        return subject.trials().stream()
                .filter(trial -> trial.verdict().grade() == Grade.INVALID)
                .toList();
    }
}

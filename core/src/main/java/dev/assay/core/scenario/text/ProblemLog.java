package dev.assay.core.scenario.text;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Collects problems while a scenario is read, each once. */
final class ProblemLog {
    private static final Comparator<Located> BY_PLACE = Comparator.<Located>comparingInt(
                    located -> located.span().source().order())
            .thenComparingInt(located -> located.span().line())
            .thenComparingInt(located -> located.span().column());

    private final Set<Located> found = new LinkedHashSet<>();

    private record Located(SourceSpan span, Problem problem) {}

    void add(SourceSpan span, String what, String advice) {
        found.add(new Located(span, Problem.at(span, what, advice)));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** Throws what was collected, if anything was. */
    void throwIfAny() throws ScenarioException {
        if (!found.isEmpty()) {
            throw new ScenarioException(new ScenarioProblems(
                    found.stream().sorted(BY_PLACE).map(Located::problem).toList()));
        }
    }
}

package dev.assay.core.scenario.text;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Collects problems while a scenario is read, each once. */
final class ProblemLog {
    private static final Comparator<Located> BY_PLACE = Comparator.<Located>comparingInt(
                    located -> located.spot().source().order())
            .thenComparingInt(located -> located.spot().line())
            .thenComparingInt(located -> located.spot().column());

    private final Set<Located> found = new LinkedHashSet<>();

    private record Located(Spot spot, Problem problem) {}

    void add(Spot spot, String what, String advice) {
        found.add(new Located(spot, Problem.at(spot, what, advice)));
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

package dev.assay.scenario.study;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What of a study is wanted.
 *
 * @param tests names of tests; empty for all
 * @param systems as the study names them; empty for all
 * @param claims ids of claims, of which only the cells are wanted that they are judged by; empty for all cells
 * @param budget the longest that all trials may take; empty for as long as it takes
 */
public record StudyChoice(Set<String> tests, Set<String> systems, Set<String> claims, Optional<Duration> budget) {
    /** All of it. */
    public static final StudyChoice ALL = new StudyChoice(Set.of(), Set.of(), Optional.empty());

    public StudyChoice {
        tests = Set.copyOf(tests);
        systems = Set.copyOf(systems);
        claims = Set.copyOf(claims);
    }

    /** Whatever the claims. */
    public StudyChoice(Set<String> tests, Set<String> systems, Optional<Duration> budget) {
        this(tests, systems, Set.of(), budget);
    }

    /** Whether a cell is. */
    public boolean wants(StudyCell cell) {
        return (tests.isEmpty() || tests.contains(cell.test()))
                && (systems.isEmpty() || systems.contains(cell.system()));
    }
}

package dev.assay.core.study;

import dev.assay.core.claim.Claim;
import dev.assay.core.scenario.Repeat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A published comparison: what was measured, what came of it, and what was said of that.
 *
 * @param name short, as in {@code assay study NAME}
 * @param title what it is, for people
 * @param repeat how many blocks of its trials
 * @param seed what the order of the trials and their loads derive from
 * @param rehearsed whether its cells stand for small loads on the in-memory system, so that its figures say nothing of the claims
 */
public record Study(
        String name,
        String title,
        Repeat repeat,
        long seed,
        boolean rehearsed,
        List<StudyTest> tests,
        List<StudyCell> cells,
        List<Claim> claims) {
    /**
     * A test of a study.
     *
     * @param says what it does, for people
     */
    public record StudyTest(String name, String says) {}

    public Study {
        tests = List.copyOf(tests);
        cells = List.copyOf(cells);
        claims = List.copyOf(claims);
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("a study needs at least one cell");
        }
    }

    /** The names of its cells, as claims use them. */
    public List<String> cellIds() {
        return cells.stream().map(StudyCell::id).toList();
    }

    /** The systems that it compares. */
    public Set<String> systems() {
        return cells.stream().map(StudyCell::system).collect(Collectors.toSet());
    }
}

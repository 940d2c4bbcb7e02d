package dev.assay.scenario.study;

import dev.assay.model.spec.Repeat;
import dev.assay.scenario.claim.Claim;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A published comparison: what was measured, what came of it, and what was said of that.
 *
 * @param name short, as in {@code assay study NAME}
 * @param title what it is, for people
 * @param repeat how many blocks of its trials
 * @param peaks what has to be found before it can be scaled to a machine; none where it says nothing of that
 * @param seed what the order of the trials and their loads derive from
 * @param scale what its cells are scaled to; empty where they are as published
 * @param tables in the shape in which they were published; none where nobody wrote them down
 * @param charts over time
 */
public record Study(
        String name,
        String title,
        Repeat repeat,
        long seed,
        Optional<MachineScale> scale,
        List<PeakSearch> peaks,
        List<StudyTest> tests,
        List<StudyCell> cells,
        List<Claim> claims,
        List<StudyTable> tables,
        List<StudyChart> charts) {
    /**
     * A test of a study.
     *
     * @param says what it does, for people
     * @param machine what it found of the machine, with the published value where that is known; most tests have no such thing
     */
    public record StudyTest(String name, String says, Map<MachineMetric, Optional<Double>> machine) {
        public StudyTest {
            machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
        }

        /** One that looks at systems only. */
        public StudyTest(String name, String says) {
            this(name, says, Map.of());
        }
    }

    public Study {
        peaks = List.copyOf(peaks);
        tests = List.copyOf(tests);
        cells = List.copyOf(cells);
        claims = List.copyOf(claims);
        tables = List.copyOf(tables);
        charts = List.copyOf(charts);
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("a study needs at least one cell");
        }
    }

    /** The same with only those cells, by their names within their tests. */
    public Study only(Set<String> names) {
        return new Study(
                name,
                title,
                repeat,
                seed,
                scale,
                peaks,
                tests,
                cells.stream().filter(cell -> names.contains(cell.name())).toList(),
                claims,
                tables,
                charts);
    }

    /** The names of its cells, as claims use them. */
    public List<String> cellIds() {
        return cells.stream().map(StudyCell::id).toList();
    }
}

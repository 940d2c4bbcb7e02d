package dev.assay.scenario.study;

import dev.assay.model.spec.Repeat;
import dev.assay.model.timeline.Phase;
import dev.assay.scenario.claim.CellName;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.plan.TrialPoint;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A published comparison: what was measured, what came of it, and what was said of that.
 *
 * @param name short, as in {@code assay run NAME}
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

    /** The same with only those claims, by their ids. */
    public Study claiming(Set<String> ids) {
        return with(
                repeat,
                claims.stream().filter(claim -> ids.contains(claim.id())).toList());
    }

    /** The same with so many blocks. */
    public Study repeated(int blocks) {
        return with(Repeat.times(blocks), claims);
    }

    private Study with(Repeat blocks, List<Claim> judged) {
        return new Study(name, title, blocks, seed, scale, peaks, tests, cells, judged, tables, charts);
    }

    /**
     * What a claim is judged by: of each of its cells the variant that it names there, or as a whole, or the first.
     *
     * @param claim of this study
     */
    public Set<StudyPlan.Key> judgedBy(Claim claim) {
        Map<String, StudyCell> known = new HashMap<>();
        cells.forEach(cell -> known.put(cell.id(), cell));
        Set<StudyPlan.Key> keys = new LinkedHashSet<>();
        for (String text : claim.over(cellIds()).judgedCells()) {
            CellName name = CellName.of(text);
            StudyCell cell = known.get(name.cell());
            if (cell != null) {
                keys.add(judged(claim, name, cell));
            }
        }
        return keys;
    }

    /** What a claim is judged by where it names a cell. */
    static StudyPlan.Key judged(Claim claim, CellName name, StudyCell cell) {
        String variant = name.variant()
                .or(claim::variant)
                .filter(cell.variants()::containsKey)
                .orElseGet(cell::firstVariant);
        return new StudyPlan.Key(cell.id(), variant);
    }

    /**
     * How long the load of cells has to be measured for claims to be decided, of those cells that are measured for less and name no
     * phases of their own, by their names.
     */
    public Map<String, Duration> needs(Set<String> ids) {
        Map<String, Duration> needed = new HashMap<>();
        for (Claim claim : claiming(ids).claims()) {
            for (StudyPlan.Key key : judgedBy(claim)) {
                cells.stream()
                        .filter(cell -> cell.id().equals(key.cell()))
                        .flatMap(cell -> Optional.ofNullable(cell.variants().get(key.variant())).stream())
                        .filter(point -> point.spec().search().isEmpty())
                        .filter(point -> point.spec().phases().isEmpty())
                        .filter(point -> measured(point).compareTo(claim.needs().measure()) < 0)
                        .forEach(_ -> needed.merge(
                                key.cell(), claim.needs().measure(), (a, b) -> a.compareTo(b) < 0 ? b : a));
            }
        }
        return needed;
    }

    /** How long the load of a trial is measured, in all of its measured phases. */
    public static Duration measured(TrialPoint point) {
        return Duration.ofNanos(point.spec().timeline().phases().stream()
                .filter(Phase::measured)
                .mapToLong(Phase::lengthNanos)
                .sum());
    }

    /** The names of its cells, as claims use them. */
    public List<String> cellIds() {
        return cells.stream().map(StudyCell::id).toList();
    }
}

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
 * Describes a published comparison: its tests, results and claims.
 *
 * @param name short, as in {@code assay run NAME}
 * @param title a description for people
 * @param repeat the number of blocks
 * @param peaks the peaks that must be known before the study can be scaled to a machine; empty where it can't be scaled
 * @param seed the source of the order of trials and of their loads
 * @param scale the machine that the cells are scaled to; empty where they are as published
 * @param tables in their published form; empty where nobody wrote them down
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
     * @param says a description for people
     * @param machine measured properties of the machine, with the published values where known; empty for most tests
     */
    public record StudyTest(String name, String says, Map<MachineMetric, Optional<Double>> machine) {
        public StudyTest {
            machine = Collections.unmodifiableMap(new LinkedHashMap<>(machine));
        }

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

    /** Returns the study with only those cells, by their names within their tests. */
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

    public Study claiming(Set<String> ids) {
        return with(
                repeat,
                claims.stream().filter(claim -> ids.contains(claim.id())).toList());
    }

    public Study repeated(int blocks) {
        return with(Repeat.times(blocks), claims);
    }

    private Study with(Repeat blocks, List<Claim> judged) {
        return new Study(name, title, blocks, seed, scale, peaks, tests, cells, judged, tables, charts);
    }

    /**
     * Returns the variants by which a claim is judged: of each cell the variant that the claim names for it, or for all cells, or the
     * first.
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

    static StudyPlan.Key judged(Claim claim, CellName name, StudyCell cell) {
        String variant = name.variant()
                .or(claim::variant)
                .filter(cell.variants()::containsKey)
                .orElseGet(cell::firstVariant);
        return new StudyPlan.Key(cell.id(), variant);
    }

    /**
     * Returns the minimum length of measured load of cells that are too short to decide claims, by cell id. Cells that name
     * phases or searches of their own are left out.
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

    /** Returns the length of measured load of a trial, summed over its measured phases. */
    public static Duration measured(TrialPoint point) {
        return Duration.ofNanos(point.spec().timeline().phases().stream()
                .filter(Phase::measured)
                .mapToLong(Phase::lengthNanos)
                .sum());
    }

    /** Returns the names of all cells as {@code TEST/CELL}. */
    public List<String> cellIds() {
        return cells.stream().map(StudyCell::id).toList();
    }
}

package dev.assay.scenario;

import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.Repeat;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.StudyKeys.CellKeys;
import dev.assay.scenario.StudyKeys.TestKeys;
import dev.assay.scenario.StudyScaling.Scaled;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.PeakSearch;
import dev.assay.scenario.study.ScaledLoad;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.Study.StudyTest;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class StudyReader {
    static final String STUDY = "study";

    private static final SchemaNode SHAPE = SchemaNode.of(StudyKeys.class);
    private static final String PEAKS = "peaks";
    private static final String TIMING = "timing";

    private final ProblemLog log = new ProblemLog();
    private final Source source;
    private final List<String> overrides;
    private final Purpose purpose;
    private final @Nullable MachineScale scale;
    private final List<NamedCluster> clusters;
    private final Map<String, Duration> needed;
    private final List<StudyCell> cells = new ArrayList<>();
    private @Nullable ScenarioFile first;
    private @Nullable StudyScaling scaling;

    enum Purpose {
        PUBLISHED,
        SCALED,
        /** Reads only the cells that a peak names, with a search in place of their rate. */
        PEAKS
    }

    /**
     * @param scale the machine; null where cells stay as they were published
     * @param needed the minimum length of measured load, by the cell's name
     * @param clusters at most one for each system
     */
    StudyReader(
            Source source,
            List<String> overrides,
            Purpose purpose,
            @Nullable MachineScale scale,
            Map<String, Duration> needed,
            List<NamedCluster> clusters) {
        this.source = source;
        this.overrides = List.copyOf(overrides);
        this.purpose = purpose;
        this.scale = scale;
        this.needed = Map.copyOf(needed);
        this.clusters = List.copyOf(clusters);
    }

    Study read(String text) throws ScenarioException {
        Tree tree = YamlText.read(source, text, log);
        StudyNames names = new StudyNames(tree == null ? Mapping.empty(source.top()) : tree, log);
        StudyKeys study = (StudyKeys) TreeBinder.read(SHAPE, source, tree, log, names::check);
        List<PeakSearch> peaks = new ArrayList<>();
        study.scale().ifPresent(rules -> {
            rules.peaks().forEach((peak, keys) -> peaks.add(keys.of(peak, study.system(keys.cell()))));
            scaling = new StudyScaling(rules, peaks, scale == null ? MachineScale.NOTHING : scale);
        });
        SourceSpan top = study.scenario().span();
        Mapping base = study.scenario().with(new Entry(top, "name", new Scalar(top, study.study(), false)));
        study.tests()
                .forEach(
                        (name, test) -> test.cells().forEach((cell, keys) -> add(name, test, cell, keys, base, peaks)));
        log.throwIfAny();
        ScenarioFile settings = Objects.requireNonNull(first);
        if (purpose == Purpose.PEAKS) {
            return ofPeaks(study.study(), settings.seed(), peaks);
        }
        return new Study(
                study.study(),
                study.title(),
                settings.blocks(),
                settings.seed(),
                purpose == Purpose.SCALED ? Optional.ofNullable(scale) : Optional.empty(),
                peaks,
                study.tests().entrySet().stream()
                        .map(test -> new StudyTest(
                                test.getKey(),
                                test.getValue().says(),
                                test.getValue().ofMachine()))
                        .toList(),
                cells,
                study.claims(),
                study.tables(),
                study.charts().orElseGet(this::chartsOf));
    }

    private List<StudyChart> chartsOf() {
        return cells.stream()
                .collect(Collectors.groupingBy(StudyCell::test, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(test -> StudyChart.ofTest(test.getKey(), test.getValue()))
                .toList();
    }

    private Study ofPeaks(String name, long seed, List<PeakSearch> peaks) {
        return new Study(
                name + "-peaks",
                "the highest sustained rates that " + name + " is scaled by",
                Repeat.ONCE,
                seed,
                Optional.empty(),
                peaks,
                List.of(new StudyTest(PEAKS, "What the loads of the study are scaled by.")),
                cells,
                List.of(),
                List.of(),
                List.of());
    }

    private void add(String test, TestKeys tested, String name, CellKeys keys, Mapping base, List<PeakSearch> peaks) {
        Mapping scenario = base.overlaid(tested.scenario());
        if (purpose != Purpose.PEAKS) {
            cells.add(cell(test, name, keys, scenario, tested.variants()));
            return;
        }
        Map.Entry<String, Mapping> published =
                tested.variants().entrySet().iterator().next();
        for (PeakSearch peak : peaks) {
            if (peak.cell().equals(test + "/" + name)) {
                cells.add(cell(PEAKS, peak.name(), keys, scenario, Map.of(published.getKey(), published.getValue())));
            }
        }
    }

    private StudyCell cell(String test, String name, CellKeys cell, Mapping scenario, Map<String, Mapping> variants) {
        String system = cell.system();
        Map<String, TrialPoint> points = new LinkedHashMap<>();
        List<Refused> refused = new ArrayList<>();
        ScaledLoad scaled = null;
        for (Map.Entry<String, Mapping> variant : variants.entrySet()) {
            Mapping whole = scenario.overlaid(variant.getValue()).overlaid(cell.scenario());
            Mapping ofCell = cell.variants().get(variant.getKey());
            Scaled fitting = fitting(ofCell == null ? whole : whole.overlaid(ofCell), system, test);
            scaled = scaled == null ? fitting.load() : scaled;
            Mapping timed = longEnough(fitting.scenario(), test + "/" + name);
            TrialPoint point = point(timed, cell, system);
            if (point != null) {
                points.putIfAbsent(variant.getKey(), onCluster(point, timed, system, refused));
                refused.addAll(refusals(point));
                if (scale != null) {
                    scale.refusal(point.spec().workload()).ifPresent(refused::add);
                }
            }
        }
        boolean fitted = purpose == Purpose.SCALED && StudyCell.followsPeak(points.values());
        Refused unscaled = fitted && scaling != null ? scaling.refusal(system) : null;
        return new StudyCell(
                test,
                name,
                system,
                points,
                cell.missing()
                        .or(() -> Optional.ofNullable(unscaled))
                        .or(() -> refused.stream().findFirst()),
                Optional.ofNullable(scaled),
                cell.published());
    }

    /** Returns the scenario with the length of measured load that a claim needs of the cell. */
    private Mapping longEnough(Mapping scenario, String cell) {
        Duration length = needed.get(cell);
        if (length == null) {
            return scenario;
        }
        SourceSpan span = scenario.span();
        Mapping timing = scenario.value(TIMING) instanceof Mapping mapping ? mapping : Mapping.empty(span);
        Scalar text = new Scalar(span, length.toSeconds() + " s", false);
        return scenario.with(new Entry(span, TIMING, timing.with(new Entry(span, "measure", text))));
    }

    private Scaled fitting(Mapping scenario, String system, String test) {
        if (purpose == Purpose.PUBLISHED || scaling == null) {
            return new Scaled(onlyOf(scenario, system), null);
        }
        Mapping base = onlyOf(scaling.withOwnKeys(scenario), system);
        return purpose == Purpose.SCALED ? scaling.of(base, system, test) : scaling.search(base, system, test);
    }

    /**
     * Returns why the system can't do what is asked. Disks of servers run by others are no reason: a study has them set up, and
     * observers check.
     */
    private static List<Refused> refusals(TrialPoint point) {
        return point.spec().refusalsBesideDisks().stream()
                .map(StudyReader::text)
                .map(reason -> new Refused(Untestable.U4, reason))
                .toList();
    }

    private static String text(Incompatibility incompatibility) {
        return incompatibility.key() + ": " + incompatibility.reason();
    }

    /** Returns the one trial of a cell; null where there is none, and several are logged. */
    private @Nullable TrialPoint point(Mapping scenario, CellKeys cell, String system) {
        ScenarioFile file = ScenarioReader.ofCell(source, log, List.of()).read(scenario, overridesOf(system), Set.of());
        first = first == null ? file : first;
        List<TrialPoint> points = file == null ? List.of() : file.points();
        if (points.size() > 1) {
            log.add(
                    cell.scenario().span(),
                    "a cell is one trial, but this one has " + points.size(),
                    "name its system with 'system', and write a cell for each value of a list");
        }
        return points.isEmpty() ? null : points.getFirst();
    }

    /**
     * Moves a trial to the running cluster of its system. The keys of the trial stay those of the file, since cells are
     * identified by them wherever they are measured.
     *
     * @param refused receives the settings in which that cluster differs
     */
    private TrialPoint onCluster(TrialPoint point, Mapping scenario, String system, List<Refused> refused) {
        List<NamedCluster> ofSystem = clusters.stream()
                .filter(cluster -> cluster.system().equals(point.system()))
                .toList();
        if (ofSystem.isEmpty()) {
            return point;
        }
        ProblemLog differences = new ProblemLog();
        ScenarioFile file =
                ScenarioReader.ofCell(source, differences, ofSystem).read(scenario, overridesOf(system), Set.of());
        for (Problem difference : differences.inOrder()) {
            refused.add(new Refused(Untestable.U5, difference.what()));
        }
        if (file == null || file.points().isEmpty()) {
            return point;
        }
        return new TrialPoint(
                point.dimensions(),
                point.ofSystem(),
                point.keys(),
                file.points().getFirst().spec());
    }

    private List<String> overridesOf(String system) {
        return overrides.stream()
                .filter(override -> MessagingSystem.names().stream()
                        .filter(name -> !system.isEmpty() && !name.equals(system))
                        .noneMatch(name ->
                                override.startsWith("systems." + name) || override.startsWith("settings." + name)))
                .toList();
    }

    /** Returns the scenario without other systems; all of it where a cell names no system. */
    private Mapping onlyOf(Mapping scenario, String system) {
        if (system.isEmpty()) {
            return scenario;
        }
        Mapping all = scenario;
        for (String key : List.of("systems", "settings")) {
            Entry section = scenario.find(key);
            if (section != null && section.value() instanceof Mapping systems) {
                Entry keys = systems.find(system);
                Mapping one = new Mapping(systems.span(), keys == null ? List.of() : List.of(keys));
                all = all.with(new Entry(section.keySpan(), key, one));
            }
        }
        return all;
    }
}

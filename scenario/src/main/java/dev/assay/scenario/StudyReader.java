package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.Repeat;
import dev.assay.scenario.StudyScaling.Scaled;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.CellResults.Refused;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.Untestable;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.MachineMetric;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.PeakSearch;
import dev.assay.scenario.study.ScaledLoad;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.Study.StudyTest;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a study, collecting all of its problems on the way. */
final class StudyReader {
    /** The key that tells a study from a scenario. */
    static final String STUDY = "study";

    private static final String SYSTEM = "system";
    private static final String VARIANTS = "variants";
    private static final String DEFAULT_VARIANT = "as-published";
    private static final String PEAKS = "peaks";
    private static final String TIMING = "timing";
    private static final Set<String> OF_CELLS = Set.of(SYSTEM, "missing", "published", VARIANTS);

    private final ProblemLog log = new ProblemLog();
    private final Source source;
    private final List<String> overrides;
    private final Purpose purpose;
    private final @Nullable MachineScale scale;
    private final List<NamedCluster> clusters;
    private final Map<String, Duration> needed = new HashMap<>();
    private final List<StudyCell> cells = new ArrayList<>();
    private @Nullable ScenarioFile first;
    private @Nullable StudyScaling scaling;

    /** What becomes of the cells. */
    private enum Purpose {
        PUBLISHED,
        SCALED,
        /** Only those are read that a peak names, and searched. */
        PEAKS
    }

    private StudyReader(
            Source source,
            List<String> overrides,
            Purpose purpose,
            @Nullable MachineScale scale,
            List<NamedCluster> clusters) {
        this.clusters = List.copyOf(clusters);
        this.source = source;
        this.overrides = List.copyOf(overrides);
        this.purpose = purpose;
        this.scale = scale;
    }

    static StudyReader published(Source source, List<String> overrides, List<NamedCluster> clusters) {
        return new StudyReader(source, overrides, Purpose.PUBLISHED, null, clusters);
    }

    static StudyReader scaled(Source source, List<String> overrides, MachineScale scale, List<NamedCluster> clusters) {
        return new StudyReader(source, overrides, Purpose.SCALED, scale, clusters);
    }

    static StudyReader peaks(Source source, List<String> overrides, int cores, List<NamedCluster> clusters) {
        return new StudyReader(source, overrides, Purpose.PEAKS, new MachineScale(cores, Map.of()), clusters);
    }

    /** The same with cells that are measured for so long at least. */
    StudyReader measuring(Map<String, Duration> atLeast) {
        needed.putAll(atLeast);
        return this;
    }

    Study read(String text) throws ScenarioException {
        Tree tree = YamlText.read(source, text, log);
        StudyTree study = tree == null ? null : StudyTree.of(tree, "a study", log);
        if (study == null) {
            throw log.exception();
        }
        study.only(STUDY, "title", "says", "scenario", "tests", "claims", "scale", "tables", "charts");
        String name = Objects.requireNonNullElse(study.required(STUDY), STUDY);
        Mapping base = named(mapping(study, "scenario"), name);
        scaling = new ScaleReader(log, study).read(scale == null ? MachineScale.NOTHING : scale);
        List<StudyTest> tests = tests(study, base);
        List<PeakSearch> peaks = scaling == null ? List.of() : scaling.peaks();
        if (purpose == Purpose.PEAKS) {
            log.throwIfAny();
            return ofPeaks(name, peaks);
        }
        List<String> ids = cells.stream().map(StudyCell::id).toList();
        List<Claim> claims = new ClaimReader(log, ids, variants()).read(study.mappings("claims", "a claim"));
        StudyTableReader values = new StudyTableReader(log, ids);
        List<StudyTable> tables = values.tables(study);
        List<StudyChart> charts = study.value("charts") == null ? chartsOf() : values.charts(study);
        log.throwIfAny();
        ScenarioFile settings = Objects.requireNonNull(first);
        return new Study(
                name,
                study.textOrEmpty("title"),
                settings.blocks(),
                settings.seed(),
                purpose == Purpose.SCALED ? Optional.ofNullable(scale) : Optional.empty(),
                peaks,
                tests,
                cells,
                claims,
                tables,
                charts);
    }

    private List<StudyTest> tests(StudyTree study, Mapping base) throws ScenarioException {
        List<StudyTest> tests = new ArrayList<>();
        for (Entry entry : study.entries("tests")) {
            StudyTree test = StudyTree.of(entry.value(), "a test", log);
            if (test != null) {
                tests.add(test(entry.key(), test, base));
            }
        }
        if (cells.isEmpty()) {
            study.problem(study.mapping(), "a study needs at least one test with a cell, under 'tests'");
            log.throwIfAny();
        }
        return tests;
    }

    /** One for each test, where the file names none. */
    private List<StudyChart> chartsOf() {
        return cells.stream()
                .collect(Collectors.groupingBy(StudyCell::test, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(test -> StudyChart.ofTest(test.getKey(), test.getValue()))
                .toList();
    }

    private Study ofPeaks(String name, List<PeakSearch> peaks) {
        return new Study(
                name + "-peaks",
                "the highest sustained rates that " + name + " is scaled by",
                Repeat.ONCE,
                Objects.requireNonNull(first).seed(),
                Optional.empty(),
                peaks,
                List.of(new StudyTest(PEAKS, "What the loads of the study are scaled by.")),
                cells,
                List.of(),
                List.of(),
                List.of());
    }

    private Set<String> variants() {
        return cells.stream().flatMap(cell -> cell.variants().keySet().stream()).collect(Collectors.toSet());
    }

    private Mapping named(Mapping scenario, String name) {
        SourceSpan top = scenario.span();
        return scenario.with(new Entry(top, "name", new Scalar(top, name, false)));
    }

    private static Mapping mapping(StudyTree tree, String key) {
        StudyTree below = tree.below(key, "'" + key + "'");
        return below == null ? Mapping.empty(tree.mapping().span()) : below.mapping();
    }

    private StudyTest test(String name, StudyTree test, Mapping base) {
        test.only("says", "scenario", VARIANTS, "cells", "machine");
        Mapping scenario = base.overlaid(mapping(test, "scenario"));
        List<Entry> variants = test.entries(VARIANTS);
        for (Entry cell : test.entries("cells")) {
            StudyTree keys = StudyTree.of(cell.value(), "a cell", log);
            if (keys != null) {
                add(name, cell.key(), keys, scenario, variants);
            }
        }
        return new StudyTest(name, test.textOrEmpty("says"), machine(test));
    }

    /** Values of machines: a number as it was published, or {@code unknown}. */
    private static Map<MachineMetric, Optional<Double>> machine(StudyTree test) {
        Map<MachineMetric, Optional<Double>> values = new LinkedHashMap<>();
        for (Entry entry : test.entries("machine")) {
            String text = entry.value() instanceof Scalar scalar ? scalar.text() : "";
            Double published = StudyTree.plain(text);
            Optional<MachineMetric> metric = MachineMetric.of(entry.key());
            if (metric.isEmpty()) {
                test.problem(
                        entry.value(),
                        "a calibration has no value '" + entry.key() + "'; it has "
                                + Arrays.toString(MachineMetric.values()));
            } else if (published == null && !text.equals("unknown")) {
                test.problem(entry.value(), "expected the published number, or unknown, but found '" + text + "'");
            } else {
                values.put(metric.get(), Optional.ofNullable(published));
            }
        }
        return values;
    }

    private void add(String test, String name, StudyTree keys, Mapping scenario, List<Entry> variants) {
        if (purpose != Purpose.PEAKS) {
            cells.add(cell(test, name, keys, scenario, variants));
            return;
        }
        List<Entry> firstOne = variants.stream().limit(1).toList();
        for (PeakSearch peak : scaling == null ? List.<PeakSearch>of() : scaling.peaks()) {
            if (peak.cell().equals(test + "/" + name)) {
                cells.add(cell(PEAKS, peak.name(), keys, scenario, firstOne));
            }
        }
    }

    private StudyCell cell(String test, String name, StudyTree cell, Mapping scenario, List<Entry> variants) {
        Mapping own = cell.mapping();
        for (String key : OF_CELLS) {
            own = own.without(key);
        }
        String system = cell.textOrEmpty(SYSTEM);
        Map<String, TrialPoint> points = new LinkedHashMap<>();
        List<Refused> refused = new ArrayList<>();
        ScaledLoad scaled = null;
        List<Entry> each = variants.isEmpty()
                ? List.of(new Entry(scenario.span(), DEFAULT_VARIANT, Mapping.empty(scenario.span())))
                : variants;
        for (Entry variant : each) {
            Mapping whole = scenario.overlaid(overlay(variant)).overlaid(own).overlaid(ofCell(cell, variant.key()));
            Scaled fitting = fitting(whole, system, test);
            scaled = scaled == null ? fitting.load() : scaled;
            Mapping timed = longEnough(fitting.scenario(), test + "/" + name);
            TrialPoint point = point(timed, cell, system);
            if (point != null) {
                points.putIfAbsent(variant.key(), onCluster(point, timed, system, refused));
                refused.addAll(refusals(point));
                if (scale != null) {
                    scale.refusal(point.spec().workload()).ifPresent(refused::add);
                }
            }
        }
        reportStrays(cell, each);
        boolean fitted = purpose == Purpose.SCALED && StudyCell.followsPeak(points.values());
        Refused unscaled = fitted && scaling != null ? scaling.refusal(system) : null;
        if (unscaled != null) {
            refused.addFirst(unscaled);
        }
        Refused missing = missing(cell);
        if (missing != null) {
            refused.addFirst(missing);
        }
        return new StudyCell(
                test, name, system, points, refused.stream().findFirst(), Optional.ofNullable(scaled), published(cell));
    }

    /** With the length of measured load that a claim needs of a cell. */
    private Mapping longEnough(Mapping scenario, String cell) {
        Duration length = needed.get(cell);
        if (length == null) {
            return scenario;
        }
        SourceSpan span = scenario.span();
        Mapping timing = scenario.value(TIMING) instanceof Mapping found ? found : Mapping.empty(span);
        Scalar text = new Scalar(span, length.toSeconds() + " s", false);
        return scenario.with(new Entry(span, TIMING, timing.with(new Entry(span, "measure", text))));
    }

    private Scaled fitting(Mapping scenario, String system, String test) {
        if (purpose == Purpose.PUBLISHED || scaling == null) {
            return new Scaled(onlyOf(scenario, system), null);
        }
        Mapping own = onlyOf(scaling.withOwnKeys(scenario), system);
        return purpose == Purpose.SCALED ? scaling.of(own, system, test) : scaling.search(own, system, test);
    }

    private static Mapping overlay(Entry variant) {
        return variant.value() instanceof Mapping keys
                ? keys
                : Mapping.empty(variant.value().span());
    }

    /** What a cell itself says of a variant. */
    private static Mapping ofCell(StudyTree cell, String variant) {
        for (Entry entry : cell.entries(VARIANTS)) {
            if (entry.key().equals(variant)) {
                return overlay(entry);
            }
        }
        return Mapping.empty(cell.mapping().span());
    }

    private void reportStrays(StudyTree cell, List<Entry> variants) {
        List<String> names = variants.stream().map(Entry::key).toList();
        for (Entry entry : cell.entries(VARIANTS)) {
            if (!names.contains(entry.key())) {
                log.add(
                        entry.keySpan(),
                        "the test has no variant called '" + entry.key() + "'",
                        NearestNames.question(entry.key(), names) + "its variants: " + String.join(", ", names));
            }
        }
    }

    /** Disks of servers that others run are no reason: a study has them set up, and observers tell whether they are. */
    private static List<Refused> refusals(TrialPoint point) {
        return point.spec().refusalsBesideDisks().stream()
                .map(StudyReader::text)
                .map(reason -> new Refused(Untestable.U4, reason))
                .toList();
    }

    private static String text(Incompatibility found) {
        return found.key() + ": " + found.reason();
    }

    /** The one trial of a cell. */
    private @Nullable TrialPoint point(Mapping scenario, StudyTree cell, String system) {
        ScenarioFile file = ScenarioReader.ofCell(source, log, List.of()).read(scenario, overridesOf(system), Set.of());
        first = first == null ? file : first;
        List<TrialPoint> points = file == null ? List.of() : file.points();
        if (points.size() > 1) {
            log.add(
                    cell.mapping().span(),
                    "a cell is one trial, but this one has " + points.size(),
                    "name its system with 'system', and write a cell for each value of a list");
        }
        return points.isEmpty() ? null : points.getFirst();
    }

    /**
     * The same trial on the cluster of its system that runs already. Its keys stay those of the file, by which cells are told apart
     * wherever they are measured.
     *
     * @param refused gets what that cluster was started with otherwise
     */
    private TrialPoint onCluster(TrialPoint point, Mapping scenario, String system, List<Refused> refused) {
        List<NamedCluster> own = clusters.stream()
                .filter(cluster -> cluster.system().equals(point.system()))
                .toList();
        if (own.isEmpty()) {
            return point;
        }
        ProblemLog differences = new ProblemLog();
        ScenarioFile file =
                ScenarioReader.ofCell(source, differences, own).read(scenario, overridesOf(system), Set.of());
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

    /** Those that are not about another system. */
    private List<String> overridesOf(String system) {
        return overrides.stream()
                .filter(override -> MessagingSystem.names().stream()
                        .filter(name -> !system.isEmpty() && !name.equals(system))
                        .noneMatch(name ->
                                override.startsWith("systems." + name) || override.startsWith("settings." + name)))
                .toList();
    }

    /** Without other systems; all of it where a cell names none. */
    private Mapping onlyOf(Mapping scenario, String system) {
        if (system.isEmpty()) {
            return scenario;
        }
        Mapping all = scenario;
        for (String key : List.of("systems", "settings")) {
            Entry found = scenario.find(key);
            if (found != null && found.value() instanceof Mapping systems) {
                Entry own = systems.find(system);
                Mapping one = new Mapping(systems.span(), own == null ? List.of() : List.of(own));
                all = all.with(new Entry(found.keySpan(), key, one));
            }
        }
        return all;
    }

    private static @Nullable Refused missing(StudyTree cell) {
        StudyTree missing = cell.below("missing", "'missing'");
        if (missing == null) {
            return null;
        }
        missing.only("code", "reason");
        String reason = missing.required("reason");
        String code = missing.required("code");
        if (code != null && !code.matches("U[1-7]")) {
            missing.problem(missing.mapping(), "a code is one of U1 to U7, but is '" + code + "'");
            return null;
        }
        return code == null || reason == null ? null : new Refused(Untestable.valueOf(code), reason);
    }

    private Map<String, Double> published(StudyTree cell) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Entry metric : cell.entries("published")) {
            if (metric.value() instanceof Scalar scalar) {
                Double number = cell.number(scalar);
                if (number != null) {
                    values.put(metric.key(), number);
                }
            } else {
                cell.problem(metric.value(), "a published value is a number");
            }
        }
        return values;
    }
}

package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.Repeat;
import dev.assay.scenario.StudyScaling.Scaled;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.claim.CellResults.Refused;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.Untestable;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.FitPeak;
import dev.assay.scenario.study.MachineFigure;
import dev.assay.scenario.study.ScaledLoad;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.Study.StudyTest;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyFit;
import dev.assay.scenario.study.StudyTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a study, collecting all of its problems on the way. */
final class StudyReader {
    /** The key that tells a study from a scenario. */
    static final String STUDY = "study";

    private static final String SYSTEM = "system";
    private static final String VARIANTS = "variants";
    private static final String DEFAULT_VARIANT = "as-published";
    private static final String PEAKS = "peaks";
    private static final Set<String> OF_CELLS = Set.of(SYSTEM, "missing", "published", VARIANTS);

    private final ProblemLog log = new ProblemLog();
    private final Source source;
    private final List<String> overrides;
    private final Purpose purpose;
    private final Optional<StudyFit> fit;
    private final List<StudyCell> cells = new ArrayList<>();
    private Optional<ScenarioFile> first = Optional.empty();
    private Optional<StudyScaling> scaling = Optional.empty();

    /** What becomes of the cells. */
    private enum Purpose {
        PUBLISHED,
        FITTED,
        /** Only those are read that a peak names, and searched. */
        PEAKS
    }

    private StudyReader(Source source, List<String> overrides, Purpose purpose, Optional<StudyFit> fit) {
        this.source = source;
        this.overrides = List.copyOf(overrides);
        this.purpose = purpose;
        this.fit = fit;
    }

    static StudyReader published(Source source, List<String> overrides) {
        return new StudyReader(source, overrides, Purpose.PUBLISHED, Optional.empty());
    }

    static StudyReader fitted(Source source, List<String> overrides, StudyFit fit) {
        return new StudyReader(source, overrides, Purpose.FITTED, Optional.of(fit));
    }

    static StudyReader peaks(Source source, List<String> overrides, int cores) {
        return new StudyReader(source, overrides, Purpose.PEAKS, Optional.of(new StudyFit(cores, Map.of())));
    }

    Study read(String text) throws ScenarioException {
        Optional<StudyTree> file = YamlText.read(source, text, log).flatMap(tree -> StudyTree.of(tree, "a study", log));
        if (file.isEmpty()) {
            log.throwIfAny();
        }
        StudyTree study = file.orElseThrow()
                .only(STUDY, "title", "says", "scenario", "tests", "claims", "fit", "tables", "charts");
        Optional<String> name = study.required(STUDY);
        Mapping base = named(mapping(study, "scenario"), name.orElse(STUDY));
        scaling = new FitReader(log, study).read(fit);
        List<StudyTest> tests = tests(study, base);
        List<FitPeak> peaks = scaling.map(StudyScaling::peaks).orElse(List.of());
        if (purpose == Purpose.PEAKS) {
            log.throwIfAny();
            return ofPeaks(name.orElseThrow(), peaks);
        }
        List<String> ids = cells.stream().map(StudyCell::id).toList();
        List<Claim> claims = new ClaimReader(log, ids, variants()).read(study.items("claims"));
        FigureReader figures = new FigureReader(log, ids);
        List<StudyTable> tables = figures.tables(study);
        List<StudyChart> charts = study.value("charts").isPresent() ? figures.charts(study) : chartsOf();
        log.throwIfAny();
        ScenarioFile settings = first.orElseThrow();
        return new Study(
                name.orElseThrow(),
                study.text("title").orElse(""),
                settings.blocks(),
                settings.seed(),
                purpose == Purpose.FITTED ? fit : Optional.empty(),
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
            StudyTree.of(entry.value(), "a test", log).ifPresent(test -> tests.add(test(entry.key(), test, base)));
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

    private Study ofPeaks(String name, List<FitPeak> peaks) {
        return new Study(
                name + "-peaks",
                "the highest sustained rates that " + name + " is scaled by",
                Repeat.ONCE,
                first.orElseThrow().seed(),
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

    private Mapping mapping(StudyTree tree, String key) {
        return tree.value(key)
                .flatMap(value -> StudyTree.of(value, "'" + key + "'", log))
                .map(StudyTree::mapping)
                .orElseGet(() -> Mapping.empty(tree.mapping().span()));
    }

    private StudyTest test(String name, StudyTree test, Mapping base) {
        test.only("says", "scenario", VARIANTS, "cells", "machine");
        Mapping scenario = base.overlaid(mapping(test, "scenario"));
        List<Entry> variants = test.entries(VARIANTS);
        for (Entry cell : test.entries("cells")) {
            StudyTree.of(cell.value(), "a cell", log)
                    .ifPresent(keys -> add(name, cell.key(), keys, scenario, variants));
        }
        return new StudyTest(name, test.text("says").orElse(""), machine(test));
    }

    /** Figures of machines: a number as it was published, or {@code unknown}. */
    private static Map<MachineFigure, Optional<Double>> machine(StudyTree test) {
        Map<MachineFigure, Optional<Double>> figures = new LinkedHashMap<>();
        for (Entry entry : test.entries("machine")) {
            String text = entry.value() instanceof Scalar scalar ? scalar.text() : "";
            Optional<Double> published = StudyTree.plain(text);
            Optional<MachineFigure> figure = MachineFigure.of(entry.key());
            if (figure.isEmpty()) {
                test.problem(
                        entry.value(),
                        "a calibration has no figure '" + entry.key() + "'; it has "
                                + Arrays.toString(MachineFigure.values()));
            } else if (published.isEmpty() && !text.equals("unknown")) {
                test.problem(entry.value(), "expected the published number, or unknown, but found '" + text + "'");
            } else {
                figures.put(figure.get(), published);
            }
        }
        return figures;
    }

    private void add(String test, String name, StudyTree keys, Mapping scenario, List<Entry> variants) {
        if (purpose != Purpose.PEAKS) {
            cells.add(cell(test, name, keys, scenario, variants));
            return;
        }
        List<Entry> firstOne = variants.stream().limit(1).toList();
        scaling.stream()
                .flatMap(fitting -> fitting.peaks().stream())
                .filter(peak -> peak.cell().equals(test + "/" + name))
                .forEach(peak -> cells.add(cell(PEAKS, peak.name(), keys, scenario, firstOne)));
    }

    private StudyCell cell(String test, String name, StudyTree cell, Mapping scenario, List<Entry> variants) {
        Mapping own = cell.mapping();
        for (String key : OF_CELLS) {
            own = own.without(key);
        }
        String system = cell.text(SYSTEM).orElse("");
        Map<String, TrialPoint> points = new LinkedHashMap<>();
        List<Refused> refused = new ArrayList<>();
        Optional<ScaledLoad> scaled = Optional.empty();
        List<Entry> each = variants.isEmpty()
                ? List.of(new Entry(scenario.span(), DEFAULT_VARIANT, Mapping.empty(scenario.span())))
                : variants;
        for (Entry variant : each) {
            Mapping whole = scenario.overlaid(overlay(variant)).overlaid(own).overlaid(ofCell(cell, variant.key()));
            Scaled fitting = fitting(whole, system);
            scaled = scaled.or(fitting::load);
            Optional<TrialPoint> point = point(fitting.scenario(), cell, system);
            point.ifPresent(found -> {
                points.putIfAbsent(variant.key(), found);
                refusals(found).forEach(refused::add);
                fit.flatMap(here -> here.refusal(found.spec().workload())).ifPresent(refused::add);
            });
        }
        reportStrays(cell, each);
        if (purpose == Purpose.FITTED) {
            scaling.flatMap(rules -> rules.refusal(system)).ifPresent(refused::addFirst);
        }
        Optional<Refused> missing = missing(cell).or(() -> refused.stream().findFirst());
        return new StudyCell(test, name, system, points, missing, scaled, published(cell));
    }

    private Scaled fitting(Mapping scenario, String system) {
        Mapping own = onlyOf(scenario, system);
        Scaled asPublished = new Scaled(own, Optional.empty());
        return switch (purpose) {
            case PUBLISHED -> asPublished;
            case FITTED -> scaling.map(rules -> rules.of(own, system)).orElse(asPublished);
            case PEAKS -> scaling.map(rules -> rules.search(own, system)).orElse(asPublished);
        };
    }

    private static Mapping overlay(Entry variant) {
        return variant.value() instanceof Mapping keys
                ? keys
                : Mapping.empty(variant.value().span());
    }

    /** What a cell itself says of a variant. */
    private static Mapping ofCell(StudyTree cell, String variant) {
        return cell.entries(VARIANTS).stream()
                .filter(entry -> entry.key().equals(variant))
                .map(StudyReader::overlay)
                .findFirst()
                .orElseGet(() -> Mapping.empty(cell.mapping().span()));
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

    private static List<Refused> refusals(TrialPoint point) {
        return point.spec().refusals().stream()
                .map(StudyReader::text)
                .map(reason -> new Refused(Untestable.U4, reason))
                .toList();
    }

    private static String text(Incompatibility found) {
        return found.key() + ": " + found.reason();
    }

    /** The one trial of a cell. */
    private Optional<TrialPoint> point(Mapping scenario, StudyTree cell, String system) {
        Optional<ScenarioFile> file = ScenarioReader.ofCell(source, log).read(scenario, overridesOf(system), Set.of());
        first = first.or(() -> file);
        List<TrialPoint> points = file.map(ScenarioFile::points).orElse(List.of());
        if (points.size() > 1) {
            log.add(
                    cell.mapping().span(),
                    "a cell is one trial, but this one has " + points.size(),
                    "name its system with 'system', and write a cell for each value of a list");
        }
        return points.stream().findFirst();
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
            Optional<Entry> found = scenario.find(key);
            if (found.isPresent() && found.get().value() instanceof Mapping systems) {
                Mapping one = new Mapping(
                        systems.span(), systems.find(system).stream().toList());
                all = all.with(new Entry(found.get().keySpan(), key, one));
            }
        }
        return all;
    }

    private Optional<Refused> missing(StudyTree cell) {
        return cell.value("missing")
                .flatMap(tree -> StudyTree.of(tree, "'missing'", log))
                .flatMap(missing -> {
                    missing.only("code", "reason");
                    Optional<String> reason = missing.required("reason");
                    Optional<String> code = missing.required("code");
                    if (code.isPresent() && !code.get().matches("U[1-7]")) {
                        missing.problem(missing.mapping(), "a code is one of U1 to U7, but is '" + code.get() + "'");
                        return Optional.empty();
                    }
                    return code.isPresent() && reason.isPresent()
                            ? Optional.of(new Refused(Untestable.valueOf(code.get()), reason.get()))
                            : Optional.empty();
                });
    }

    private Map<String, Double> published(StudyTree cell) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (Entry figure : cell.entries("published")) {
            if (figure.value() instanceof Scalar scalar) {
                cell.number(scalar).ifPresent(number -> figures.put(figure.key(), number));
            } else {
                cell.problem(figure.value(), "a published figure is a number");
            }
        }
        return figures;
    }
}

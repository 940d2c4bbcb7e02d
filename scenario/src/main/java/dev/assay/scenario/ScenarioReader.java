package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.RateSearch;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.StandingCluster;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.TrialSpec.OnCluster;
import dev.assay.scenario.SweepPoints.Point;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.TreeBinder.Place;
import dev.assay.scenario.plan.PlanBuilder;
import dev.assay.scenario.plan.TrialPoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads one scenario, collecting all of its problems on the way. */
final class ScenarioReader {
    private final ProblemLog log;
    private final boolean refuses;

    private final Source source;
    private final List<StandingCluster> clusters;
    private final PayloadFiles payloads;
    private final Source onOption;

    /** @param clusters those that run already and are to be measured */
    ScenarioReader(Source source, List<StandingCluster> clusters, PayloadFiles payloads) {
        this(source, clusters, payloads, new ProblemLog(), true);
    }

    /** One of a cell of a study: what its system can't do is a reason to leave it out, and no mistake in the file. */
    static ScenarioReader ofCell(Source source, ProblemLog log) {
        return new ScenarioReader(source, List.of(), PayloadFiles.NONE, log, false);
    }

    private ScenarioReader(
            Source source, List<StandingCluster> clusters, PayloadFiles payloads, ProblemLog log, boolean refuses) {
        this.log = log;
        this.refuses = refuses;
        this.source = source;
        this.payloads = payloads;
        this.clusters = clusters;
        this.onOption = Source.of(
                "--on",
                Integer.MAX_VALUE,
                clusters.stream().map(StandingCluster::name).collect(Collectors.joining(",")));
    }

    ScenarioFile read(String text, List<String> overrides, Set<String> onlySystems) throws ScenarioException {
        Optional<Tree> parsed = YamlText.read(source, text, log);
        if (parsed.isEmpty()) {
            log.throwIfAny();
        }
        Optional<ScenarioFile> file = read(parsed.orElseThrow(), overrides, onlySystems);
        log.throwIfAny();
        return file.orElseThrow();
    }

    /** The same of a tree; problems are only logged. */
    Optional<ScenarioFile> read(Tree tree, List<String> overrides, Set<String> onlySystems) {
        Tree written = NamedLists.asMaps(tree, log);
        Sweep sweep = Sweep.of(Overrides.apply(written, overrides, log), log);
        Tree file = sweep.file();
        List<String> systems = systems(file);
        reportMissing(Source.of("--systems", Integer.MAX_VALUE, String.join(",", onlySystems)), onlySystems, systems);
        Set<String> named = clusters.stream().map(StandingCluster::system).collect(Collectors.toSet());
        reportMissing(onOption, clusters.stream().map(StandingCluster::system).toList(), systems);
        reportLeftOut(onlySystems);
        List<Dimension.Listed> lists = Dimensions.of(onClusters(file, systems), log);
        sweep.reportConflicts(lists);
        List<Dimension> dimensions = new ArrayList<>(lists);
        dimensions.addAll(sweep.dimensions());
        Optional<Scenario> first = bind(at(Point.first(dimensions), file, systems), Map.of());
        reportStraySettings(file, systems);
        reportStrays(sweep, systems);
        Set<String> only = onlySystems.isEmpty() ? named : onlySystems;
        List<TrialPoint> points = new ArrayList<>();
        for (String system : systems) {
            boolean wanted = only.isEmpty() || only.contains(system);
            List<TrialPoint> ofSystem =
                    points(point -> at(point, file, systems), new SweepPoints(system, dimensions), wanted);
            if (wanted) {
                points.addAll(ofSystem);
            }
        }
        first.ifPresent(scenario ->
                reportTooMany(dimensions, points.size(), scenario.repeat().most()));
        first.filter(scenario -> scenario.repeat().goal().isPresent())
                .ifPresent(_ -> reportGoalOfSearches(file, points));
        first.filter(scenario -> scenario.clusters() == ClusterSharing.FRESH)
                .ifPresent(fresh -> reportStanding(file, points));
        return first.map(scenario -> new ScenarioFile(scenario, points));
    }

    /** The file at one point of its dimensions; lists stay lists. */
    private Tree at(Point point, Tree file, List<String> systems) {
        return ShortForms.apply(onClusters(point.in(file), systems), log);
    }

    private Tree onClusters(Tree file, List<String> systems) {
        List<StandingCluster> there = clusters.stream()
                .filter(cluster -> systems.contains(cluster.system()))
                .toList();
        Tree tree = ClusterKeys.apply(file, there, onOption, log);
        for (StandingCluster cluster : there) {
            tree = ClusterKeys.deployed(tree, cluster.system(), Deployment.EXISTING, onOption);
        }
        return tree;
    }

    private Optional<Scenario> bind(Tree file, Map<KeyPath, Tree> choices) {
        Place top = new Place(KeyPath.TOP, source.top(), KeyAdvice.known(KeyPath.TOP, Format.FILE, ""));
        SearchKeys.Taken taken = SearchKeys.take(file, choices, log);
        return new TreeBinder(taken.choices(), log)
                .bind(Format.FILE, taken.file(), top)
                .map(Scenario.class::cast);
    }

    /** One trial; on a cluster by name it is read a second time as if Assay started that cluster for it. */
    private Optional<TrialSpec> trial(Tree file, Map<KeyPath, Tree> choices, String system) {
        Optional<RateSearch> search = SearchKeys.take(file, choices, log).search();
        Optional<TrialSpec> trial =
                bind(file, choices).map(scenario -> scenario.trial(system).searching(search));
        Optional<StandingCluster> cluster =
                clusters.stream().filter(one -> one.system().equals(system)).findFirst();
        if (cluster.isEmpty()) {
            return trial;
        }
        return bind(ClusterKeys.deployed(file, system, Deployment.LOCAL, onOption), choices)
                .map(scenario -> scenario.trial(system).system())
                .flatMap(started ->
                        trial.map(spec -> spec.on(new OnCluster(cluster.get().name(), started))));
    }

    private List<TrialPoint> points(Function<Point, Tree> file, SweepPoints points, boolean wanted) {
        if (points.count() > PlanBuilder.MAX_TRIALS) {
            log.add(
                    points.longest().map(Dimension::span).orElseGet(source::top),
                    points.describe() + ", more than " + PlanBuilder.MAX_TRIALS,
                    "shorten the lists, or split the scenario");
            points.oneAtATime().forEach(point -> trial(file.apply(point), point.values(), points.system()));
            return List.of();
        }
        List<TrialPoint> bound = new ArrayList<>();
        for (Point point : points.all()) {
            Tree tree = file.apply(point);
            SourceLocator places = new SourceLocator(tree, point.values(), source);
            Optional<TrialSpec> trial =
                    trial(tree, point.values(), points.system()).map(spec -> wanted ? withPayload(spec, places) : spec);
            trial.filter(spec -> wanted && refuses).ifPresent(spec -> log.addRefusals(spec, places));
            trial.map(spec -> points.point(spec, point)).ifPresent(bound::add);
        }
        return bound;
    }

    private TrialSpec withPayload(TrialSpec spec, SourceLocator places) {
        PayloadFill payload = spec.workload().message().payload();
        if (!payload.isOfFile()) {
            return spec;
        }
        try {
            return spec.readPayload(payloads.text(payload.file()));
        } catch (IllegalArgumentException e) {
            log.add(
                    places.of(KeyPath.TOP.to("workload").to("message").to("payload"), Part.VALUE),
                    "workload.message.payload: " + e.getMessage(),
                    "give a UTF-8 text of at most 1 MiB by its path from the scenario's folder, each line one body");
            return spec;
        }
    }

    private void reportTooMany(List<Dimension> dimensions, int points, int repeat) {
        long trials = (long) points * repeat;
        if (trials > PlanBuilder.MAX_TRIALS) {
            log.add(
                    dimensions.isEmpty() ? source.top() : dimensions.getFirst().span(),
                    points + " trials, each measured " + repeat + " times, are " + trials + " trials, more than "
                            + PlanBuilder.MAX_TRIALS,
                    "shorten the lists, lower 'repeat', or split the scenario");
        }
    }

    private void reportGoalOfSearches(Tree file, List<TrialPoint> points) {
        if (points.stream().anyMatch(point -> point.spec().search().isPresent())) {
            log.add(
                    valueOf(file, "repeat"),
                    "repeat: searches are repeated a number of times, not until a figure is known well enough",
                    "write for example 'repeat: 3'");
        }
    }

    private SourceSpan valueOf(Tree file, String key) {
        return entries(file).stream()
                .filter(entry -> entry.key().equals(key))
                .findFirst()
                .map(entry -> entry.value().span())
                .orElseGet(source::top);
    }

    private void reportStanding(Tree file, List<TrialPoint> points) {
        SourceSpan place = valueOf(file, "clusters");
        points.stream()
                .filter(point -> point.spec().system().deployment() == Deployment.EXISTING)
                .map(TrialPoint::system)
                .distinct()
                .forEach(system -> log.add(
                        place,
                        "clusters: each trial is to have a cluster of its own, but that of " + system + " runs already",
                        "remove it, or let Assay start the cluster"));
    }

    private void reportStraySettings(Tree file, List<String> systems) {
        for (Entry entry : entries(file, "settings")) {
            if (isKnown(entry.key()) && !systems.contains(entry.key())) {
                log.add(
                        entry.keySpan(),
                        "there are settings for " + entry.key() + ", but it is not among the systems"
                                + (systems.isEmpty() ? "" : ": " + String.join(", ", systems)),
                        "add '" + entry.key() + ":' under systems, or remove its settings");
            }
        }
    }

    /** Reports what variants say of systems that are not measured. */
    private void reportStrays(Sweep sweep, List<String> systems) {
        for (Dimension.Variants dimension : sweep.dimensions()) {
            for (Dimension.Variant variant : dimension.variants()) {
                reportStraySettings(variant.overlay(), systems);
                for (Entry entry : entries(variant.overlay(), "systems")) {
                    if (isKnown(entry.key()) && !systems.contains(entry.key())) {
                        log.add(
                                entry.keySpan(),
                                "this changes " + entry.key() + ", but it is not among the systems: "
                                        + String.join(", ", systems),
                                "add '" + entry.key() + ":' under systems");
                    }
                }
            }
        }
    }

    private void reportLeftOut(Set<String> onlySystems) {
        for (StandingCluster cluster : clusters) {
            if (!onlySystems.isEmpty() && !onlySystems.contains(cluster.system())) {
                log.add(
                        onOption.top(),
                        "--on names the cluster '" + cluster.name() + "', but --systems leaves " + cluster.system()
                                + " out",
                        "add it to --systems; without --systems, only the systems of --on are measured");
            }
        }
    }

    private void reportMissing(Source option, Collection<String> wanted, List<String> systems) {
        int column = 0;
        for (String system : wanted) {
            if (!systems.contains(system)) {
                log.add(
                        new SourceSpan(option, 0, column, Math.max(1, system.length())),
                        "the scenario has no system called '" + system + "'",
                        NearestNames.question(system, systems) + "its systems: " + String.join(", ", systems));
            }
            column += system.length() + 1;
        }
    }

    private static List<String> systems(Tree file) {
        return entries(file, "systems").stream()
                .map(Entry::key)
                .filter(ScenarioReader::isKnown)
                .toList();
    }

    private static boolean isKnown(String system) {
        return MessagingSystem.names().contains(system);
    }

    private static List<Entry> entries(Tree file, String key) {
        return entries(file).stream()
                .filter(entry -> entry.key().equals(key))
                .flatMap(entry -> entries(entry.value()).stream())
                .toList();
    }

    private static List<Entry> entries(Tree tree) {
        return tree instanceof Mapping mapping ? mapping.entries() : List.of();
    }
}

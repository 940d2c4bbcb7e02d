package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.result.Interval;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.Repeat.Decided;
import dev.assay.model.spec.SameSetting;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.TrialSpec.OnCluster;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Many;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Leaf;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import dev.assay.scenario.TreeBinder.Place;
import dev.assay.scenario.plan.PlanBuilder;
import dev.assay.scenario.plan.TrialPoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns the text of a scenario into its trials, in stages:
 *
 * <ol>
 *   <li>The text is parsed within limits, and refused if it holds secrets; each part of the tree has a source span ({@link
 *       YamlText}).
 *   <li>Options override the values of keys ({@link Overrides}).
 *   <li>Variants are taken out, the settings of running clusters are put in ({@link ClusterKeys}), and lists in place of single
 *       values are found: variants and lists are the dimensions.
 *   <li>Each point of the dimensions is bound to records, which refuse impossible values ({@link TreeBinder}).
 *   <li>Each trial is compared with what its system can do.
 * </ol>
 *
 * <p>A stage that finds a problem logs it with its place and continues with the rest, so that all problems are reported at once
 * ({@link ProblemLog}): where a value does not fit, the default replaces it, and nothing more is reported about that key.
 */
final class ScenarioReader {
    static final String VARIANTS = "variants";

    private static final KeyPath IN_FLIGHT = KeyPath.TOP.to("workload").to("in-flight");

    /** Restricts the names of dimensions and variants, which become part of the names of trials and folders. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

    private static final String EXAMPLE = "write variants with names, each with the keys that it changes:\n"
            + "variants: { tuning: { plain: {}, eager: { workload: { batching: { linger: 0 s } } } } }";

    private final ProblemLog log;
    private final boolean refuses;

    private final Source source;
    private final List<NamedCluster> clusters;
    private final PayloadFiles payloads;
    private final Source onOption;

    /** @param clusters running clusters that are to be measured */
    ScenarioReader(Source source, List<NamedCluster> clusters, PayloadFiles payloads) {
        this(source, clusters, payloads, new ProblemLog(), true);
    }

    /**
     * Returns a reader for a cell of a study. Demands that its system can't meet are not logged: they are reasons to leave the cell
     * out.
     */
    static ScenarioReader ofCell(Source source, ProblemLog log, List<NamedCluster> clusters) {
        return new ScenarioReader(source, clusters, PayloadFiles.NONE, log, false);
    }

    private ScenarioReader(
            Source source, List<NamedCluster> clusters, PayloadFiles payloads, ProblemLog log, boolean refuses) {
        this.log = log;
        this.refuses = refuses;
        this.source = source;
        this.payloads = payloads;
        this.clusters = clusters;
        this.onOption = Source.of(
                "--on",
                Integer.MAX_VALUE,
                clusters.stream().map(NamedCluster::name).collect(Collectors.joining(",")));
    }

    /**
     * Reads a whole scenario.
     *
     * @throws ScenarioException with all problems of the text and the options
     */
    ScenarioFile read(String text, List<String> overrides, Set<String> onlySystems) throws ScenarioException {
        Tree parsed = YamlText.read(source, text, log);
        Entry study = parsed instanceof Mapping whole ? whole.find(StudyReader.STUDY) : null;
        if (study != null) {
            // Otherwise each key of the study would be reported as unknown.
            log.add(
                    study.keySpan(),
                    "this is a study, not a scenario",
                    "use 'assay run FILE', or 'assay plan FILE' to see what it would run");
            throw log.exception();
        }
        ScenarioFile file = parsed == null ? null : read(parsed, overrides, onlySystems);
        if (file == null) {
            throw log.exception();
        }
        log.throwIfAny();
        return file;
    }

    /** Reads a tree; problems are only logged, and the result is null where no scenario can be made of it. */
    @Nullable
    ScenarioFile read(Tree parsed, List<String> overrides, Set<String> onlySystems) {
        Tree written = Overrides.apply(parsed, overrides, source, log);
        List<Variants> variants = variants(written);
        Tree file = written instanceof Mapping mapping ? mapping.without(VARIANTS) : written;
        List<String> systems = systems(file);
        checkChoices(onlySystems, systems);
        List<Listed> lists = new ArrayList<>();
        collectLists(SchemaNode.FILE, onClusters(file, systems), KeyPath.TOP, lists);
        checkConflicts(lists, variants, file);
        List<Dimension> dimensions = new ArrayList<>(lists);
        dimensions.addAll(variants);

        Bound first = bind(at(Point.first(dimensions), file, systems), Map.of());
        reportStraySettings(file, systems);
        variants.forEach(dimension -> dimension.variants().forEach(variant -> reportStrays(variant, systems)));
        List<TrialPoint> points = new ArrayList<>();
        boolean whole = first != null && first.isWhole();
        for (String system : systems) {
            // Systems that are not selected are read as well, to report their mistakes.
            Points ofSystem = points(file, systems, system, dimensions, isWanted(system, onlySystems));
            whole &= ofSystem.whole;
            if (isWanted(system, onlySystems)) {
                points.addAll(ofSystem.list);
            }
        }
        if (first == null) {
            return null;
        }
        Repeat blocks = blocks(first.scenario, file, points);
        checkWhole(first.scenario, blocks, file, dimensions, points);
        return whole ? new ScenarioFile(first.scenario, blocks, points) : null;
    }

    /** Returns several blocks for a search unless the scenario says how many: a single search doesn't show how far results scatter. */
    private static Repeat blocks(Scenario scenario, Tree file, List<TrialPoint> points) {
        boolean searches =
                points.stream().anyMatch(point -> point.spec().search().isPresent());
        return searches && SourceLocator.find(file, KeyPath.TOP.to("repeat")) == null
                ? Repeat.times(Interval.MIN_TRIALS)
                : scenario.repeat();
    }

    // ---- Which systems

    private boolean isWanted(String system, Set<String> onlySystems) {
        if (!onlySystems.isEmpty()) {
            return onlySystems.contains(system);
        }
        return clusters.isEmpty()
                || clusters.stream().anyMatch(cluster -> cluster.system().equals(system));
    }

    private void checkChoices(Set<String> onlySystems, List<String> systems) {
        reportMissing(Source.of("--systems", Integer.MAX_VALUE, String.join(",", onlySystems)), onlySystems, systems);
        reportMissing(onOption, clusters.stream().map(NamedCluster::system).toList(), systems);
        for (NamedCluster cluster : clusters) {
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

    private Tree onClusters(Tree file, List<String> systems) {
        List<NamedCluster> measured = clusters.stream()
                .filter(cluster -> systems.contains(cluster.system()))
                .toList();
        Tree tree = ClusterKeys.apply(file, measured, onOption, log);
        for (NamedCluster cluster : measured) {
            tree = ClusterKeys.deployed(tree, cluster.system(), Deployment.EXISTING, onOption);
        }
        return tree;
    }

    // ---- What varies

    private sealed interface Dimension {
        /** Returns the name that labels and tables show: the path of a key, or a name given below {@value #VARIANTS}. */
        KeyPath path();

        SourceSpan span();

        int size();

        List<KeyPath> changes();

        /** Tells whether the dimension affects the trials of {@code system}; it doesn't if all its keys belong to other systems. */
        default boolean concerns(String system) {
            return changes().stream()
                    .anyMatch(key -> !ofOneSystem(key) || key.segments().get(1).equals(system));
        }

        /** Tells whether it changes how systems are run, and not only the load. */
        default boolean ofSystems() {
            return changes().stream().anyMatch(Dimension::ofOneSystem);
        }

        private static boolean ofOneSystem(KeyPath key) {
            String first = key.segments().getFirst();
            return key.segments().size() > 1 && (first.equals("systems") || first.equals("settings"));
        }
    }

    /** @param values at least one */
    private record Listed(KeyPath path, List<Tree> values, SourceSpan span) implements Dimension {
        @Override
        public int size() {
            return values.size();
        }

        @Override
        public List<KeyPath> changes() {
            return List.of(path);
        }
    }

    /** @param variants at least one */
    private record Variants(KeyPath path, List<Variant> variants, SourceSpan span) implements Dimension {
        @Override
        public int size() {
            return variants.size();
        }

        @Override
        public List<KeyPath> changes() {
            return leaves().stream().map(Leaf::path).toList();
        }

        List<Leaf> leaves() {
            return variants.stream()
                    .flatMap(variant -> variant.overlay().leaves().stream())
                    .toList();
        }
    }

    /** @param overlay the keys that the variant adds to the file, from the top */
    private record Variant(String name, Mapping overlay) {}

    private List<Variants> variants(Tree written) {
        List<Variants> dimensions = new ArrayList<>();
        Tree under = SourceLocator.find(written, KeyPath.TOP.to(VARIANTS));
        if (under == null || isAbsent(under)) {
            return dimensions;
        }
        if (!(under instanceof Mapping mapping)) {
            log.add(under.span(), VARIANTS + " takes dimensions with their variants", EXAMPLE);
            return dimensions;
        }
        for (Entry dimension : mapping.entries()) {
            if (isName(dimension)) {
                variants(dimension, dimensions);
            }
        }
        return dimensions;
    }

    private void variants(Entry dimension, List<Variants> dimensions) {
        String name = dimension.key();
        if (KeyRoute.of(name).complete()) {
            log.add(
                    dimension.keySpan(),
                    "'" + name + "' is a key, but variants need a name of their own",
                    "write a list at the key, or variants that change it: " + VARIANTS
                            + ": { NAME: { one: { KEY: ... }, other: { KEY: ... } } }");
            return;
        }
        if (!(dimension.value() instanceof Mapping values) || values.entries().isEmpty()) {
            log.add(dimension.keySpan(), name + " has no variants", EXAMPLE);
            return;
        }
        List<Variant> variants = new ArrayList<>();
        for (Entry variant : values.entries()) {
            if (!isName(variant)) {
                continue;
            }
            if (variant.value() instanceof Mapping overlay) {
                overlay.leaves().forEach(this::checkChange);
                variants.add(new Variant(variant.key(), overlay));
            } else if (isAbsent(variant.value())) {
                variants.add(
                        new Variant(variant.key(), Mapping.empty(variant.value().span())));
            } else {
                log.add(
                        variant.value().span(),
                        "the variant '" + variant.key() + "' of " + name + " takes keys of a scenario",
                        EXAMPLE);
            }
        }
        if (variants.isEmpty()) {
            return;
        }
        Variants read = new Variants(KeyPath.TOP.to(name), List.copyOf(variants), dimension.keySpan());
        if (read.changes().isEmpty()) {
            log.add(dimension.keySpan(), "no variant of " + name + " changes anything", EXAMPLE);
        } else {
            dimensions.add(read);
        }
    }

    private boolean isName(Entry entry) {
        boolean fits = NAME.matcher(entry.key()).matches();
        if (!fits) {
            log.add(
                    entry.keySpan(),
                    "'" + entry.key() + "' can't be the name of a dimension or of a variant",
                    "use up to 40 letters, digits, hyphens, dots and underscores: it becomes part of folder names");
        }
        return fits;
    }

    /** Logs keys that a variant can't change; unknown keys are reported by the binder. */
    private void checkChange(Leaf leaf) {
        SchemaNode node = SchemaNode.FILE;
        for (String segment : leaf.path().segments()) {
            if (node instanceof Keys keys && isSingle(keys, segment)) {
                log.add(
                        leaf.entry().keySpan(),
                        leaf.path() + " takes one value for the whole scenario",
                        "give it at the top instead");
                return;
            }
            SchemaNode below = node.find(segment);
            if (below == null) {
                return;
            }
            node = below;
        }
        if (leaf.entry().value() instanceof Sequence list && node instanceof One one && !one.takesList()) {
            log.add(
                    list.span(),
                    "a variant takes one value of " + leaf.path() + ", not a list",
                    "make variants of the values, or a dimension of its own: " + leaf.path() + ": [...]");
        }
    }

    private static boolean isSingle(Keys keys, String name) {
        Field field = keys.field(name);
        return field != null && field.key().single();
    }

    /** Finds lists in place of single values, in the order of the file; lists that can't be a dimension are logged. */
    private void collectLists(SchemaNode node, Tree tree, KeyPath path, List<Listed> lists) {
        if (node instanceof One one && tree instanceof Sequence list && !one.takesList()) {
            addList(one.type(), list, path, lists);
            return;
        }
        if (!(tree instanceof Mapping mapping)) {
            return;
        }
        for (Entry entry : mapping.entries()) {
            KeyPath below = path.to(entry.key());
            boolean list = entry.value() instanceof Sequence;
            if (node instanceof Keys keys && list && isSingle(keys, entry.key()) && !takesList(node, entry)) {
                reportList(
                        entry,
                        below,
                        "it applies to the whole scenario; lists make dimensions of systems, durability, workload,"
                                + " timing and settings");
            } else if (node instanceof One && list) {
                reportList(entry, below, "make a list of whole values: " + path + ": [{ ... }, { ... }]");
            } else if (node.find(entry.key()) != null) { // The binder reports unknown keys.
                collectLists(node.below(entry.key()), entry.value(), below, lists);
            }
        }
    }

    private static boolean takesList(SchemaNode node, Entry entry) {
        SchemaNode below = node.below(entry.key());
        return below instanceof Many || (below instanceof One one && one.takesList());
    }

    private void reportList(Entry entry, KeyPath path, String advice) {
        // SearchKeys reports lists in searches.
        if (!path.toString().startsWith(SearchKeys.RATE + ".")) {
            log.add(entry.value().span(), path + " takes one value, not a list", advice);
        }
    }

    private void addList(Class<?> type, Sequence list, KeyPath path, List<Listed> lists) {
        if (list.items().isEmpty()) {
            log.add(list.span(), path + " is an empty list", "give it at least one value, or remove the key");
            return;
        }
        Set<Object> seen = new HashSet<>();
        for (Tree item : list.items()) {
            if (item instanceof Mapping) {
                collectLists(new One(type), item, path, lists);
            } else if (item instanceof Scalar scalar && scalar.secret() != null) {
                log.add(
                        list.span(),
                        path + " takes one secret, not a list",
                        "the values of a dimension appear in the names of trials and folders");
            } else if (item instanceof Sequence) {
                log.add(item.span(), path + " has a list inside its list", "write all values in one list");
            } else if (item instanceof Scalar scalar
                    && !scalar.absent()
                    && !seen.add(comparable(type, scalar.text()))) {
                log.add(
                        scalar.span(),
                        path + " lists '" + scalar.text() + "' twice",
                        "remove it; 'repeat' measures every trial several times");
            }
        }
        lists.add(new Listed(path, list.items(), list.span()));
    }

    private static Object comparable(Class<?> type, String text) {
        try {
            return ScalarText.parse(type, text);
        } catch (IllegalArgumentException _) {
            return new Object(); // The binder reports it, so equal mistakes are not duplicates.
        }
    }

    /** Reports keys that are changed by two dimensions, or by a variant and an option. */
    private void checkConflicts(List<Listed> lists, List<Variants> variants, Tree file) {
        List<Dimension> earlier = new ArrayList<>(lists);
        for (Variants dimension : variants) {
            for (Leaf leaf : dimension.leaves()) {
                if (leaf.bare()) {
                    continue;
                }
                for (Dimension other : earlier) {
                    if (other.changes().stream()
                            .anyMatch(key ->
                                    key.leadsTo(leaf.path()) || leaf.path().leadsTo(key))) {
                        log.add(
                                leaf.entry().keySpan(),
                                "another dimension, " + other.path() + " in "
                                        + other.span().where() + ", changes " + leaf.path() + " as well",
                                "let one dimension change it");
                    }
                }
                checkOption(leaf, dimension, file);
            }
            earlier.add(dimension);
        }
    }

    private void checkOption(Leaf leaf, Variants dimension, Tree file) {
        Tree override = SourceLocator.find(file, leaf.path());
        if (override == null
                || override.span().source().order()
                        <= leaf.entry().keySpan().source().order()) {
            return;
        }
        String names = dimension.variants().stream().map(Variant::name).collect(Collectors.joining(", "));
        log.add(
                override.span(),
                leaf.path() + " is changed by the variants of " + dimension.path() + " in "
                        + dimension.span().where(),
                "pick one of them with --set " + VARIANTS + "." + dimension.path() + "=NAME, where NAME is one of "
                        + names);
    }

    /**
     * Holds one value of each dimension.
     *
     * @param values of keys with a list, by the key's path
     * @param variants by the dimension's name
     */
    private record Point(Map<KeyPath, Tree> values, Map<KeyPath, Variant> variants) {
        /** Returns the first variant of each dimension; a list without a chosen value counts as its first value. */
        static Point first(List<Dimension> dimensions) {
            Point point = new Point(Map.of(), Map.of());
            for (Dimension dimension : dimensions) {
                if (dimension instanceof Variants) {
                    point = point.with(dimension, 0);
                }
            }
            return point;
        }

        Point with(Dimension dimension, int index) {
            return switch (dimension) {
                case Listed list ->
                    new Point(with(values, list.path(), list.values().get(index)), variants);
                case Variants named ->
                    new Point(
                            values,
                            with(variants, named.path(), named.variants().get(index)));
            };
        }

        private static <T> Map<KeyPath, T> with(Map<KeyPath, T> map, KeyPath path, T value) {
            Map<KeyPath, T> longer = new LinkedHashMap<>(map);
            longer.put(path, value);
            return longer;
        }

        Tree in(Tree file) {
            Tree tree = file;
            for (Variant variant : variants.values()) {
                tree = tree instanceof Mapping mapping ? mapping.overlaid(variant.overlay()) : tree;
            }
            return tree;
        }

        /** Returns all combinations; the first dimension varies slowest. */
        static List<Point> all(Point first, List<Dimension> dimensions) {
            List<Point> points = List.of(first);
            for (Dimension dimension : dimensions) {
                List<Point> longer = new ArrayList<>();
                for (Point point : points) {
                    longer.addAll(point.along(dimension));
                }
                points = longer;
            }
            return points;
        }

        List<Point> along(Dimension dimension) {
            List<Point> points = new ArrayList<>();
            for (int index = 0; index < dimension.size(); index++) {
                points.add(with(dimension, index));
            }
            return points;
        }
    }

    // ---- The trials

    /**
     * Holds the trials of one system; there are none where they are too many.
     *
     * @param whole whether every value of every point fits
     */
    private record Points(List<TrialPoint> list, boolean whole) {}

    private Points points(Tree file, List<String> systems, String system, List<Dimension> all, boolean wanted) {
        List<Dimension> dimensions =
                all.stream().filter(dimension -> dimension.concerns(system)).toList();
        Point first = Point.first(all);
        long count = count(dimensions);
        if (count > PlanBuilder.MAX_TRIALS) {
            reportCount(system, dimensions, count);
            for (Dimension dimension : dimensions) { // Checks each value, but no combinations.
                first.along(dimension).forEach(point -> trial(point, file, systems, system, wanted));
            }
            return new Points(List.of(), false);
        }
        List<TrialPoint> points = new ArrayList<>();
        boolean whole = true;
        for (Point point : Point.all(first, dimensions)) {
            Trial trial = trial(point, file, systems, system, wanted);
            whole &= trial != null && trial.failed.isEmpty();
            if (trial != null) {
                points.add(point(trial.spec, point, dimensions));
            }
        }
        return new Points(points, whole);
    }

    /** @param failed keys whose defaults replace values that don't fit */
    private record Trial(TrialSpec spec, Set<KeyPath> failed) {}

    /** Returns the trial at one point after comparing it with what its system can do; null where none can be made. */
    private @Nullable Trial trial(Point point, Tree file, List<String> systems, String system, boolean wanted) {
        Tree tree = at(point, file, systems);
        SourceLocator places = new SourceLocator(tree, point.values(), source);
        Trial trial = trial(tree, point.values(), system);
        if (trial == null || !wanted) {
            return trial;
        }
        TrialSpec spec = withPayload(trial.spec, places);
        // The abilities of existing servers are not known, so nothing is reported if the deployment is not known.
        boolean known =
                !trial.failed.contains(KeyPath.TOP.to("systems").to(system).to("deployment"));
        if (refuses && known) {
            log.addRefusals(spec, trial.failed, places);
            if (systems.size() == 1) {
                reportSaidTwice(spec, tree, places);
            }
        }
        return new Trial(spec, trial.failed);
    }

    /**
     * Reports settings by the vendor's names that set the same as a key of the scenario. With several systems nothing is
     * reported, since the key is needed by the others.
     */
    private void reportSaidTwice(TrialSpec spec, Tree tree, SourceLocator places) {
        for (SameSetting same : spec.system().sameSettings()) {
            KeyPath setting = same.setting();
            boolean open =
                    same.key().equals(IN_FLIGHT) && !spec.workload().inFlight().isLimited();
            SourceSpan other = places.of(same.key(), Part.VALUE);
            boolean ofCluster =
                    other.source().equals(onOption); // The value is that of a running cluster, which can't be changed.
            if (!open && !ofCluster && isWritten(tree, same.key()) && isWritten(tree, setting)) {
                log.add(
                        places.of(setting, Part.NAME),
                        List.of(setting, same.key()),
                        setting + " sets the same as " + same.key() + ", which is set in " + other.where() + " as well",
                        "remove one of the two");
            }
        }
    }

    private static boolean isWritten(Tree tree, KeyPath key) {
        Tree value = SourceLocator.find(tree, key);
        return value != null && !isAbsent(value);
    }

    /** Returns the number of points; {@code Long.MAX_VALUE} stands for any greater number. */
    private static long count(List<Dimension> dimensions) {
        long count = 1;
        for (Dimension dimension : dimensions) {
            count = Math.multiplyHigh(count, dimension.size()) == 0 && count * dimension.size() > 0
                    ? count * dimension.size()
                    : Long.MAX_VALUE;
        }
        return count;
    }

    private void reportCount(String system, List<Dimension> dimensions, long count) {
        Dimension longest = dimensions.stream()
                .max(Comparator.comparingInt(Dimension::size))
                .orElseThrow();
        String product = dimensions.stream()
                .map(dimension -> dimension.path() + " (" + dimension.size() + ")")
                .collect(Collectors.joining(" x "));
        log.add(
                longest.span(),
                system + " alone makes " + count + " trials: " + product + ", more than " + PlanBuilder.MAX_TRIALS,
                "shorten the lists, or split the scenario");
    }

    /** Returns the file at one point of its dimensions; lists remain lists. */
    private Tree at(Point point, Tree file, List<String> systems) {
        return ShortForms.apply(onClusters(point.in(file), systems), log);
    }

    /** @param failed keys whose defaults replace values that don't fit */
    private record Bound(Scenario scenario, Set<KeyPath> failed) {
        boolean isWhole() {
            return failed.isEmpty();
        }
    }

    private @Nullable Bound bind(Tree file, Map<KeyPath, Tree> choices) {
        Place top = new Place(
                KeyPath.TOP, source.top(), KeyAdvice.known(SchemaNode.FILE, KeyPath.TOP, SchemaNode.FILE, ""));
        SearchKeys.Taken taken = SearchKeys.take(file, choices, log);
        TreeBinder binder = TreeBinder.ofWhatFits(taken.choices(), log);
        Scenario scenario = (Scenario) binder.bind(SchemaNode.FILE, taken.file(), top);
        return scenario == null ? null : new Bound(scenario, binder.failed());
    }

    /** Returns one trial; on a running cluster it is read a second time as if Assay started that cluster. */
    private @Nullable Trial trial(Tree file, Map<KeyPath, Tree> choices, String system) {
        Bound bound = bind(file, choices);
        if (bound == null || !bound.scenario.systems().containsKey(system)) {
            return null;
        }
        TrialSpec trial = bound.scenario
                .trial(system)
                .searching(SearchKeys.take(file, choices, log).search());
        for (NamedCluster cluster : clusters) {
            if (cluster.system().equals(system)) {
                Bound local = bind(ClusterKeys.deployed(file, system, Deployment.LOCAL, onOption), choices);
                return local == null || !local.scenario.systems().containsKey(system)
                        ? null
                        : new Trial(
                                trial.on(new OnCluster(
                                        cluster.name(),
                                        local.scenario.trial(system).system())),
                                bound.failed);
            }
        }
        return new Trial(trial, bound.failed);
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
                    "give the path, relative to the scenario's folder, of a UTF-8 text of at most 1 MiB with one body per line");
            return spec;
        }
    }

    /** Returns the trial, labelled with its values of the dimensions that have more than one. */
    private static TrialPoint point(TrialSpec spec, Point point, List<Dimension> dimensions) {
        Map<KeyPath, String> keys = TrialText.byPath(spec);
        Map<KeyPath, String> varying = new LinkedHashMap<>();
        Set<KeyPath> ofSystem = new LinkedHashSet<>();
        for (Dimension dimension : dimensions) {
            if (dimension.size() > 1) {
                KeyPath path = dimension.path();
                @Nullable Variant variant = point.variants().get(path);
                varying.put(path, variant == null ? keys.getOrDefault(path, "") : variant.name());
                if (dimension.ofSystems()) {
                    ofSystem.add(path);
                }
            }
        }
        return new TrialPoint(varying, ofSystem, keys, spec);
    }

    // ---- What only all trials together show

    private void checkWhole(
            Scenario scenario, Repeat blocks, Tree file, List<Dimension> dimensions, List<TrialPoint> points) {
        int max = blocks.max();
        long trials = (long) points.size() * max;
        if (trials > PlanBuilder.MAX_TRIALS) {
            log.add(
                    dimensions.isEmpty() ? source.top() : dimensions.getFirst().span(),
                    points.size() + " trials, each measured " + max + " times, are " + trials + " trials, more than "
                            + PlanBuilder.MAX_TRIALS,
                    "shorten the lists, lower 'repeat', or split the scenario");
        }
        if (scenario.repeat().goal().isPresent()
                && points.stream().anyMatch(point -> point.spec().search().isPresent())) {
            log.add(
                    valueOf(file, "repeat"),
                    "repeat: searches are repeated a fixed number of times, not until a value is precise enough or a result decided",
                    "write for example 'repeat: 3'");
        }
        if (blocks.goal().filter(Decided.class::isInstance).isPresent()) {
            checkDecided(valueOf(file, "repeat"), points);
        }
        new FailConditions(scenario.failIf(), file, source, log).check(refuses, points);
        if (scenario.clusters() == ClusterSharing.PER_TRIAL) {
            points.stream()
                    .filter(point -> point.spec().system().deployment() == Deployment.EXISTING)
                    .map(TrialPoint::system)
                    .distinct()
                    .forEach(system -> log.add(
                            valueOf(file, "clusters"),
                            "clusters: each trial needs its own cluster, but that of " + system + " is already running",
                            "remove it, or let Assay start the cluster"));
        }
    }

    private void checkDecided(SourceSpan repeat, List<TrialPoint> points) {
        if (refuses) {
            new ComparedPoints(points).check("repeat until decided", "leave one list", repeat, log);
        } else {
            log.add(
                    repeat,
                    "repeat: a study ends when its claims are decided, not its results",
                    "write for example 'repeat: 12'");
        }
    }

    private SourceSpan valueOf(Tree file, String key) {
        Tree value = SourceLocator.find(file, KeyPath.TOP.to(key));
        return value == null ? source.top() : value.span();
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

    /** Reports keys of a variant for systems that are not measured. */
    private void reportStrays(Variant variant, List<String> systems) {
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
        return SourceLocator.entries(file, KeyPath.TOP.to(key));
    }

    private static boolean isAbsent(Tree tree) {
        return tree instanceof Scalar scalar && scalar.absent();
    }
}

package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.Dimension.Variant;
import dev.assay.scenario.Dimension.Variants;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Leaf;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The dimensions that a scenario names under {@code sweep}: values of the key at a path, and variants of several keys. */
final class Sweep {
    /** The key that they stand under. */
    static final String KEY = "sweep";

    /** Names stand in the names of trials and folders. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

    private static final String EXAMPLE =
            "write for example sweep: { workload.rate: [1000/s, 2000/s] }, or variants with names:\n"
                    + "sweep: { tuning: { plain: {}, eager: { workload.batching.linger: 0 s } } }";

    private final ProblemLog log;
    private final List<Variants> dimensions = new ArrayList<>();
    private Tree file;

    private Sweep(Tree file, ProblemLog log) {
        this.file = file;
        this.log = log;
    }

    /** What a file sweeps; what can be no dimension is logged and left out. */
    static Sweep of(Tree given, ProblemLog log) {
        if (!(given instanceof Mapping mapping)) {
            return new Sweep(given, log);
        }
        Mapping rest = new Mapping(
                mapping.span(),
                mapping.entries().stream()
                        .filter(entry -> !entry.key().equals(KEY))
                        .toList());
        Sweep sweep = new Sweep(rest, log);
        mapping.find(KEY).ifPresent(entry -> sweep.read(entry.value()));
        return sweep;
    }

    /** The file without its sweep, with lists at the keys that it gives several values. */
    Tree file() {
        return file;
    }

    /** The dimensions whose values have names. */
    List<Variants> dimensions() {
        return dimensions;
    }

    private void read(Tree tree) {
        switch (tree) {
            case Mapping mapping -> mapping.entries().forEach(this::dimension);
            case Scalar scalar when scalar.absent() -> {}
            case Scalar _, Sequence _ -> log.add(tree.span(), KEY + " takes dimensions with their values", EXAMPLE);
        }
    }

    private void dimension(Entry entry) {
        KeyRoute route = KeyRoute.of(entry.key());
        if (route.complete()) {
            ofKey(entry, route);
        } else if (!route.steps().isEmpty() || entry.key().contains(".")) {
            reportUnknown(entry, route);
        } else {
            ofVariants(entry);
        }
    }

    private void reportUnknown(Entry entry, KeyRoute route) {
        KeyRoute.Step rest = route.rest().orElseThrow();
        int quote = entry.keySpan().width() > entry.key().length() ? 1 : 0;
        route.reportUnknown(
                entry.keySpan().part(rest.at() + quote, rest.first().length()), place -> place + ": ...", log);
    }

    private void ofKey(Entry entry, KeyRoute route) {
        KeyPath place = route.place();
        if (place.toString().equals("systems")) {
            log.add(
                    entry.keySpan(),
                    "systems are no dimension: each has trials of its own anyway",
                    "sweep a key below, such as systems.SYSTEM.version");
        } else if (isSingle(route)) {
            log.add(entry.keySpan(), place + " takes one value for the whole scenario", "give it at the top instead");
        } else if (!isNested(entry, route) && isThere(entry, route)) {
            switch (entry.value()) {
                case Sequence list -> listed(entry, list, route);
                case Mapping values -> named(entry, values, route);
                case Scalar scalar ->
                    log.add(
                            scalar.span(),
                            "a dimension takes several values of " + place + ", but this is one",
                            "write a list, [..., ...], or values with names, { NAME: ..., NAME: ... }");
            }
        }
    }

    private static boolean isSingle(KeyRoute route) {
        return route.field().map(field -> field.key().single()).orElse(false);
    }

    /** Whether keys stand below each other here as they do in a file, where names of values are expected. */
    private boolean isNested(Entry entry, KeyRoute route) {
        Optional<Entry> nested = Optional.of(entry.value())
                .filter(Mapping.class::isInstance)
                .flatMap(values -> ((Mapping) values)
                        .entries().stream()
                                .filter(value -> route.node().names().contains(value.key()))
                                .findFirst());
        nested.ifPresent(value -> log.add(
                value.keySpan(),
                KEY + " takes keys by their whole path",
                "write " + route.place() + "." + value.key() + ": ..., or give each value of " + route.place()
                        + " a name of its own"));
        return nested.isPresent();
    }

    /** Whether the key is the sweep's to give: what an option says stands above what the file says. */
    private boolean isThere(Entry entry, KeyRoute route) {
        Optional<Tree> given = SourceLocator.find(file, route.place()).filter(tree -> !isAbsent(tree));
        if (given.isEmpty()) {
            return true;
        }
        int before = Integer.compare(
                given.get().span().source().order(), entry.keySpan().source().order());
        if (before == 0 || !(route.node() instanceof One)) {
            log.add(
                    entry.keySpan(),
                    route.place() + " stands under " + KEY + " and outside of it, in "
                            + given.get().span().where(),
                    "keep one of the two");
            return false;
        }
        return before < 0;
    }

    private static boolean isAbsent(Tree tree) {
        return tree instanceof Scalar scalar && scalar.absent();
    }

    /** The same as the list at the key. */
    private void listed(Entry entry, Sequence list, KeyRoute route) {
        if (route.node() instanceof One) {
            file = Overrides.put(file, keys(route, entry.keySpan()), list);
        } else {
            log.add(
                    list.span(),
                    route.place() + " has keys of its own, so that each of its values needs a name",
                    "write { NAME: { ... }, NAME: { ... } }");
        }
    }

    private void named(Entry entry, Mapping values, KeyRoute route) {
        List<Variant> variants = new ArrayList<>();
        for (Entry value : values.entries()) {
            if (isName(value)) {
                Tree below = expanded(route.node(), value.value(), route.place());
                variants.add(new Variant(value.key(), nested(route, value.keySpan(), below)));
            }
        }
        add(entry, route.place(), values, variants);
    }

    private void ofVariants(Entry entry) {
        if (!(entry.value() instanceof Mapping values)) {
            log.add(
                    entry.keySpan(),
                    "'" + entry.key() + "' is no key of a scenario, so it takes variants with names",
                    KeyAdvice.elsewhere(entry.key()) + EXAMPLE);
            return;
        }
        List<Variant> variants = new ArrayList<>();
        for (Entry value : values.entries()) {
            switch (expanded(Format.FILE, value.value(), KeyPath.TOP)) {
                case Mapping overlay when isName(value) -> variants.add(new Variant(value.key(), overlay));
                case Scalar scalar
                when scalar.absent() && isName(value) ->
                    variants.add(new Variant(value.key(), Mapping.empty(scalar.span())));
                case Mapping _ -> {}
                case Tree other ->
                    log.add(
                            other.span(),
                            "the variant '" + value.key() + "' of " + entry.key() + " takes keys of a scenario",
                            EXAMPLE);
            }
        }
        if (isName(entry)) {
            add(entry, KeyPath.TOP.to(entry.key()), values, variants);
        }
    }

    private boolean isName(Entry entry) {
        boolean fits = NAME.matcher(entry.key()).matches();
        if (!fits) {
            log.add(
                    entry.keySpan(),
                    "'" + entry.key() + "' can't be the name of a dimension or of a value",
                    "use up to 40 letters, digits, hyphens, dots and underscores: it stands in the names of folders");
        }
        return fits;
    }

    private void add(Entry entry, KeyPath path, Mapping values, List<Variant> variants) {
        Variants dimension = new Variants(path, List.copyOf(variants), entry.keySpan());
        if (values.entries().isEmpty()) {
            log.add(entry.keySpan(), path + " has no values", EXAMPLE);
        } else if (!variants.isEmpty() && dimension.changes().isEmpty()) {
            log.add(entry.keySpan(), "no variant of " + path + " changes anything", EXAMPLE);
        } else if (!variants.isEmpty()) {
            dimensions.add(dimension);
        }
    }

    /** The keys of an overlay as in a file: one below the other, lists of named entries as maps. */
    private Tree expanded(SchemaNode node, Tree tree, KeyPath place) {
        return switch (NamedLists.asMaps(node, tree, place, log)) {
            case Mapping mapping -> expanded(node, mapping, place);
            case Sequence list
            when node instanceof One -> {
                log.add(
                        list.span(),
                        "a variant takes one value of " + place + ", not a list",
                        "make variants of the values, or a dimension of its own: " + place + ": [...]");
                yield list.items().isEmpty()
                        ? new Scalar(list.span(), "", true)
                        : list.items().getFirst();
            }
            case Tree other -> other;
        };
    }

    private Mapping expanded(SchemaNode node, Mapping mapping, KeyPath place) {
        Mapping nested = Mapping.empty(mapping.span());
        for (Entry entry : mapping.entries()) {
            KeyRoute route = KeyRoute.of(node, place, entry.key());
            if (route.complete() && isSingle(route)) {
                log.add(
                        entry.keySpan(),
                        route.place() + " takes one value for the whole scenario",
                        "give it at the top instead");
            } else if (route.complete()) {
                Tree value = expanded(route.node(), entry.value(), route.place());
                nested = joined(nested, nested(route, entry.keySpan(), value), place);
            } else if (route.steps().isEmpty()) {
                nested = nested.with(entry); // The binder reports it.
            } else {
                reportUnknown(entry, route);
            }
        }
        return nested;
    }

    private Mapping joined(Mapping left, Mapping right, KeyPath place) {
        for (Leaf leaf : right.leaves()) {
            Optional<Tree> earlier = SourceLocator.find(left, leaf.path()).filter(tree -> !(tree instanceof Mapping));
            earlier.ifPresent(tree -> log.add(
                    leaf.entry().keySpan(),
                    place.to(leaf.path()) + " stands in this variant a second time, first in "
                            + tree.span().where(),
                    "keep one of the two"));
        }
        return left.overlaid(right);
    }

    private static Mapping nested(KeyRoute route, SourceSpan span, Tree value) {
        return (Mapping) Overrides.put(Mapping.empty(span), keys(route, span), value);
    }

    private static List<Entry> keys(KeyRoute route, SourceSpan span) {
        return route.steps().stream()
                .map(step -> new Entry(span, step.name(), new Scalar(span, "", true)))
                .toList();
    }

    /** Reports keys that two dimensions change, or a variant and an option. */
    void reportConflicts(List<Dimension.Listed> lists) {
        List<Dimension> earlier = new ArrayList<>(lists);
        for (Variants dimension : dimensions) {
            for (Leaf leaf : dimension.leaves()) {
                if (!leaf.bare()) {
                    earlier.stream()
                            .filter(other -> other.changes().stream()
                                    .anyMatch(key -> key.leadsTo(leaf.path())
                                            || leaf.path().leadsTo(key)))
                            .forEach(other -> reportTwice(leaf, other));
                    reportOption(leaf, dimension);
                }
            }
            earlier.add(dimension);
        }
    }

    private void reportTwice(Leaf leaf, Dimension other) {
        log.add(
                leaf.entry().keySpan(),
                "another dimension, " + other.path() + " in " + other.span().where() + ", changes " + leaf.path()
                        + " as well",
                "let one dimension change it");
    }

    private void reportOption(Leaf leaf, Variants dimension) {
        SourceLocator.find(file, leaf.path())
                .map(Tree::span)
                .filter(span ->
                        span.source().order() > leaf.entry().keySpan().source().order())
                .ifPresent(span -> log.add(
                        span,
                        leaf.path() + " is what the variants of " + dimension.path() + " in "
                                + dimension.span().where() + " change",
                        "pick one of them with --set " + KEY + "." + dimension.path() + "=NAME, where NAME is one of "
                                + String.join(
                                        ", ",
                                        dimension.variants().stream()
                                                .map(Variant::name)
                                                .toList())));
    }

    /**
     * The tree with other values of a dimension, or with some of its values by name.
     *
     * @param given the dimension's name and what an option says of it
     */
    static Tree pick(Tree file, Entry given, ProblemLog log) {
        KeyPath path = KeyPath.TOP.to(KEY).to(given.key());
        Optional<Tree> there = SourceLocator.find(file, path);
        List<Tree> wanted = given.value() instanceof Sequence list ? list.items() : List.of(given.value());
        if (given.value() instanceof Mapping) {
            return put(file, given, given.value());
        }
        if (there.isPresent() && there.get() instanceof Mapping values) {
            List<Entry> picked = new ArrayList<>();
            for (Tree name : wanted) {
                String text = name instanceof Scalar scalar ? scalar.text() : "";
                values.find(text).ifPresentOrElse(picked::add, () -> reportValue(given.key(), text, name, values, log));
            }
            return picked.isEmpty() ? file : put(file, given, new Mapping(values.span(), picked));
        }
        if (KeyRoute.of(given.key()).complete()) {
            return put(file, given, new Sequence(given.value().span(), wanted));
        }
        List<String> names = SourceLocator.find(file, KeyPath.TOP.to(KEY))
                .filter(Mapping.class::isInstance)
                .map(sweep -> ((Mapping) sweep).keys())
                .orElse(List.of());
        log.add(
                given.keySpan(),
                "the scenario sweeps no '" + given.key() + "'",
                names.isEmpty()
                        ? EXAMPLE
                        : NearestNames.question(given.key(), names) + "it sweeps " + String.join(", ", names));
        return file;
    }

    private static void reportValue(String dimension, String text, Tree name, Mapping values, ProblemLog log) {
        log.add(
                name.span(),
                KEY + "." + dimension + " has no value called '" + text + "'",
                NearestNames.question(text, values.keys()) + "its values: " + String.join(", ", values.keys()));
    }

    private static Tree put(Tree file, Entry given, Tree value) {
        Scalar nothing = new Scalar(given.keySpan(), "", true);
        return Overrides.put(
                file,
                List.of(new Entry(given.keySpan(), KEY, nothing), new Entry(given.keySpan(), given.key(), nothing)),
                value);
    }
}

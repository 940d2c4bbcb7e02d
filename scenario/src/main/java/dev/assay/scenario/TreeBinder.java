package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.IncompatibleKeysException;
import dev.assay.model.spec.InvalidValueException;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.KeysOf;
import dev.assay.scenario.SchemaNode.BySystem;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Free;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Many;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.SchemaNode.Raw;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import dev.assay.scenario.claim.CellName;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes records from a tree, at one point of its dimensions if it has any, and logs everything that does not fit. */
final class TreeBinder {
    private final SchemaNode file;
    private final Map<KeyPath, Tree> choices;
    private final ProblemLog log;
    private final BiConsumer<Object, Mapping> whole;
    private final boolean anyway;
    private final Set<KeyPath> failed = new HashSet<>();

    /** @param choices the value of each dimension at the point; a list without a choice counts as its first value */
    TreeBinder(Map<KeyPath, Tree> choices, ProblemLog log) {
        this(SchemaNode.FILE, choices, log, (_, _) -> {}, false);
    }

    private TreeBinder(
            SchemaNode file,
            Map<KeyPath, Tree> choices,
            ProblemLog log,
            BiConsumer<Object, Mapping> whole,
            boolean anyway) {
        this.file = file;
        this.choices = choices;
        this.log = log;
        this.whole = whole;
        this.anyway = anyway;
    }

    /**
     * Returns a binder that makes records even where values do not fit, using their defaults, so that the rest can be checked: see
     * {@link #failed()}.
     */
    static TreeBinder ofWhatFits(Map<KeyPath, Tree> choices, ProblemLog log) {
        return new TreeBinder(SchemaNode.FILE, choices, log, (_, _) -> {}, true);
    }

    /** Returns the keys that did not fit, and whose values were replaced. */
    Set<KeyPath> failed() {
        return Set.copyOf(failed);
    }

    /**
     * Reads a file that is no scenario and has no dimensions.
     *
     * @param tree null where the text is no YAML, which is logged already
     * @param whole receives each record without problems, with the mapping that it was made of
     * @throws ScenarioException with all problems, if the file can't be made a record of
     */
    static Object read(
            SchemaNode file, Source source, @Nullable Tree tree, ProblemLog log, BiConsumer<Object, Mapping> whole)
            throws ScenarioException {
        Place top = new Place(KeyPath.TOP, source.top(), KeyAdvice.known(file, KeyPath.TOP, file, ""));
        Object read = tree == null ? null : new TreeBinder(file, Map.of(), log, whole, false).bind(file, tree, top);
        if (read == null) {
            throw log.exception();
        }
        return read;
    }

    record Place(KeyPath path, SourceSpan keySpan, String help) {
        Place to(Entry entry, String help) {
            return new Place(path.to(entry.key()), entry.keySpan(), help);
        }

        Place absent(Field field) {
            return new Place(path.to(field.name()), keySpan, field.help());
        }
    }

    /** Returns the value of the tree; null when it does not fit, which is logged. */
    @Nullable
    Object bind(SchemaNode node, Tree tree, Place place) {
        if (tree instanceof Scalar scalar
                && scalar.secret() != null
                && scalar.secret().isRefused()) {
            return null; // It was logged when it was read.
        }
        if (node instanceof One one) {
            return value(one, tree, place);
        }
        if (node instanceof Many many) {
            return many(many, tree, place);
        }
        Mapping mapping = mapping(node, tree, place);
        if (mapping == null) {
            return null;
        }
        return switch (node) {
            case Keys keys -> keys(keys, mapping, place);
            case BySystem systems -> systems(systems, mapping, place);
            case Named _ -> each(node, mapping, place);
            case Free _ -> free(mapping, place);
            case Raw _ -> mapping;
            case One _, Many _ -> throw new IllegalStateException("a value has no keys");
        };
    }

    private boolean dimensions() {
        return file == SchemaNode.FILE;
    }

    private @Nullable Object many(Many node, Tree tree, Place place) {
        List<Tree> items = tree instanceof Sequence list ? list.items() : List.of(tree);
        List<Object> bound = new ArrayList<>();
        for (int number = 1; number <= items.size(); number++) {
            Tree item = items.get(number - 1);
            KeyPath path = tree instanceof Sequence ? place.path().to(String.valueOf(number)) : place.path();
            Place at = new Place(path, item.span(), place.help());
            Object value = bind(node.each(), node.groups() ? group(item, at) : item, at);
            if (value != null) {
                bound.add(value);
            }
        }
        return bound.size() == items.size() ? node.of(bound) : null;
    }

    /** Returns the value of the key {@value Many#ANY}; the tree itself where it has no such key. */
    private Tree group(Tree tree, Place place) {
        Entry any = tree instanceof Mapping mapping ? mapping.find(Many.ANY) : null;
        if (any == null) {
            return tree;
        }
        for (Entry other : ((Mapping) tree).without(Many.ANY).entries()) {
            log.add(
                    other.keySpan(),
                    place.path() + " has '" + Many.ANY + "', so it can't have '" + other.key() + "'",
                    place.help());
        }
        return any.value();
    }

    private @Nullable Object value(One one, Tree tree, Place place) {
        return switch (one.takesList() ? joined(tree, place) : chosen(tree, place.path())) {
            case Scalar scalar
            when scalar.absent() -> {
                log.add(scalar.span(), place.path() + " has no value", place.help() + orEmpty(one.type()));
                yield null;
            }
            case Scalar scalar
            when scalar.secret() != null -> secret(one.type(), scalar.secret(), scalar.span(), place);
            case Scalar scalar -> parsed(one.type(), scalar, place);
            case Mapping mapping when !one.forms().isEmpty() -> form(one, mapping, place);
            case Mapping mapping -> {
                log.add(mapping.span(), place.path() + " takes a single value, but has keys of its own", place.help());
                yield null;
            }
            case Sequence list -> {
                if (!dimensions()) { // Otherwise the list is empty or nested, which ScenarioReader logs.
                    log.add(list.span(), place.path() + " takes a single value, but is a list", place.help());
                }
                yield null;
            }
        };
    }

    private @Nullable Object secret(Class<?> type, SecretReference secret, SourceSpan span, Place place) {
        String part = place.path().segments().getFirst();
        if (type != String.class || !(part.equals("systems") || part.equals("settings"))) {
            log.add(span, place.path() + " takes no secret", place.help());
            return null;
        }
        try {
            return span.source().secrets().of(secret);
        } catch (IllegalArgumentException e) {
            log.add(span, place.path() + ": " + e.getMessage(), SecretReference.ADVICE);
            return null;
        }
    }

    /** Returns the record of keys in place of a word: the first one that has any of the keys, else one that takes any key. */
    private @Nullable Object form(One one, Mapping mapping, Place place) {
        Class<?> any = one.forms().getFirst();
        for (Class<?> form : one.forms()) {
            Keys keys = One.keys(form);
            if (keys == null) {
                any = form;
            } else if (mapping.keys().stream().anyMatch(keys.fields()::containsKey)) {
                return keys(keys, mapping, place);
            }
        }
        Keys keys = One.keys(any);
        if (keys != null) {
            return keys(keys, mapping, place);
        }
        Object entries = free(mapping, place);
        if (entries == null) {
            return null;
        }
        try {
            return create(SchemaNode.constructor(any), entries);
        } catch (IllegalArgumentException e) {
            log.add(mapping.span(), place.path() + ": " + e.getMessage(), place.help());
            return null;
        }
    }

    /** Returns a list of single values as the equivalent text with commas. */
    private Tree joined(Tree tree, Place place) {
        if (tree instanceof Scalar scalar && scalar.text().contains(",")) {
            log.add(
                    scalar.span(),
                    place.path() + " takes one value or a list of them, but commas don't make a list",
                    "write " + place.path().tail(1) + ": [" + scalar.text() + "]");
            return new Sequence(tree.span(), List.of());
        }
        if (!(tree instanceof Sequence list) || !list.items().stream().allMatch(Scalar.class::isInstance)) {
            return tree;
        }
        String text = list.items().stream().map(item -> ((Scalar) item).text()).collect(Collectors.joining(", "));
        return new Scalar(list.span(), text, false);
    }

    private static String orEmpty(Class<?> type) {
        return type == String.class ? " Write \"\" for an empty text." : "";
    }

    private Tree chosen(Tree tree, KeyPath path) {
        if (!dimensions()) {
            return tree;
        }
        Tree chosen = choices.getOrDefault(path, tree);
        return chosen instanceof Sequence list && !list.items().isEmpty()
                ? list.items().getFirst()
                : chosen;
    }

    private @Nullable Object parsed(Class<?> type, Scalar scalar, Place place) {
        try {
            return ScalarText.parse(type, scalar.text());
        } catch (IllegalArgumentException e) {
            String question = type.isEnum()
                    ? KeyAdvice.renamed(scalar.text()) + NearestNames.question(scalar.text(), ScalarText.names(type))
                    : "";
            log.add(scalar.span(), place.path() + ": " + e.getMessage(), question + place.help());
            return null;
        }
    }

    private @Nullable Mapping mapping(SchemaNode node, Tree tree, Place place) {
        Mapping keys = tree instanceof Mapping ? null : inPlaceOfKeys(node, tree);
        if (keys != null) {
            return keys;
        }
        return switch (tree) {
            case Mapping mapping -> mapping;
            case Scalar scalar when scalar.absent() -> Mapping.empty(scalar.span());
            case Scalar scalar -> {
                log.add(
                        scalar.span(),
                        KeyAdvice.place(place.path(), node) + " takes keys with values, but is '" + scalar.text() + "'",
                        place.help());
                yield null;
            }
            case Sequence list -> {
                if (node instanceof Named named) {
                    List<String> below = named.each().names();
                    log.add(
                            list.span(),
                            place.path() + " takes entries by their names, but is a list",
                            "write " + place.path().tail(1) + ": { NAME: "
                                    + (below.isEmpty() ? "..." : "{ " + below.getFirst() + ": ... }")
                                    + " }, with a name for each entry");
                } else {
                    log.add(
                            list.span(),
                            KeyAdvice.place(place.path(), node) + " takes keys with values, but is a list",
                            dimensions()
                                    ? "lists make dimensions of single values: put the list at one of the keys below"
                                    : place.help());
                }
                yield null;
            }
        };
    }

    /** Returns the mapping for which a single value or a list is short; null where {@code node} has no short form. */
    private static @Nullable Mapping inPlaceOfKeys(SchemaNode node, Tree tree) {
        Field alone = node instanceof Keys keys ? keys.alone() : null;
        if (alone != null) {
            return new Mapping(tree.span(), List.of(new Entry(tree.span(), alone.name(), tree)));
        }
        List<Tree> items = tree instanceof Sequence list ? list.items() : List.of(tree);
        if (!(node instanceof Named(One one) && one.type() == CellName.class)
                || !items.stream().allMatch(item -> item instanceof Scalar scalar && !scalar.absent())) {
            return null;
        }
        Mapping named = new Mapping(
                tree.span(),
                items.stream()
                        .map(item -> new Entry(item.span(), ((Scalar) item).text(), item))
                        .toList());
        return named.entries().size() == items.size() ? named : null;
    }

    private @Nullable Object keys(Keys node, Mapping mapping, Place place) {
        reportUnknown(node, mapping, place);
        Components components = new Components(
                place, new SourceLocator(mapping, choices, place.keySpan().source()));
        for (Field field : node.fields().values()) {
            Entry entry = mapping.find(field.name());
            if (field.name().equals(Key.ENTRY)) {
                components.locate(field, place.keySpan());
                components.add(field, place.path().tail(1));
            } else if (field.name().equals(Key.OTHERS)) {
                components.add(field, without(mapping, node.names()));
            } else if (entry == null) {
                components.add(field, fallback(node, field, place));
            } else {
                components.locate(
                        field,
                        chosen(entry.value(), place.path().to(field.name())).span());
                Object bound = bind(field.node(), entry.value(), place.to(entry, field.help()));
                components.add(field, bound != null && field.optional() ? Optional.of(bound) : bound);
            }
        }
        return components.make(node);
    }

    private static Mapping without(Mapping mapping, List<String> keys) {
        Mapping left = mapping;
        for (String key : keys) {
            left = left.without(key);
        }
        return left;
    }

    private @Nullable Object fallback(Keys node, Field field, Place place) {
        if (field.required()) {
            log.add(
                    place.keySpan(),
                    List.of(place.path().to(field.name())),
                    KeyAdvice.place(place.path(), node) + " lacks the key '" + field.name() + "'",
                    "add '" + field.name() + ": ...'. " + field.help());
            return null;
        }
        Object absent = field.absent();
        return absent != null ? absent : bind(field.node(), Mapping.empty(place.keySpan()), place.absent(field));
    }

    private void reportUnknown(SchemaNode node, Mapping mapping, Place place) {
        if (node instanceof Keys keys && keys.field(Key.OTHERS) != null) {
            return;
        }
        List<String> names = node.names();
        for (Entry entry : mapping.entries()) {
            if (!names.contains(entry.key())) {
                log.add(
                        entry.keySpan(),
                        KeyAdvice.unknown(place.path(), node, entry.key()),
                        KeyAdvice.known(file, place.path(), node, entry.key()));
            }
        }
    }

    private @Nullable Object systems(BySystem node, Mapping mapping, Place place) {
        reportUnknown(node, mapping, place);
        return each(node, mapping, place);
    }

    /** Returns the value of each entry by its key; null where one does not fit, unless defaults are used. */
    private @Nullable Object each(SchemaNode node, Mapping mapping, Place place) {
        Map<String, Object> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            SchemaNode below = node.find(entry.key());
            Object value = below == null ? null : bind(below, entry.value(), place.to(entry, place.help()));
            if (value != null) {
                bound.put(entry.key(), value);
            } else {
                failed.add(place.path().to(entry.key()));
            }
        }
        return anyway || bound.size() == mapping.entries().size() ? bound : null;
    }

    private @Nullable Object free(Mapping mapping, Place place) {
        Map<String, String> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            if (entry.value() instanceof Mapping nested) {
                log.add(
                        entry.keySpan(),
                        place.path() + " takes the vendor's own names, but '" + entry.key() + "' has keys of its own",
                        dotted(entry.key(), nested));
                failed.add(place.path().to(entry.key()));
                continue;
            }
            Object value = bind(new One(String.class), entry.value(), place.to(entry, place.help()));
            if (value != null) {
                bound.put(entry.key(), value.toString());
            } else {
                failed.add(place.path().to(entry.key()));
            }
        }
        return anyway || bound.size() == mapping.entries().size() ? bound : null;
    }

    private static String dotted(String prefix, Mapping nested) {
        List<String> lines = new ArrayList<>();
        collectDotted(prefix, nested, lines);
        return lines.isEmpty() ? "give it a value" : "write the whole name on one line:\n" + String.join("\n", lines);
    }

    private static void collectDotted(String prefix, Mapping nested, List<String> lines) {
        for (Entry entry : nested.entries()) {
            String name = prefix + "." + entry.key();
            switch (entry.value()) {
                case Mapping below -> collectDotted(name, below, lines);
                case Scalar scalar ->
                    lines.add(name + ": " + (scalar.secret() == null ? scalar.text() : scalar.secret()));
                case Sequence _ -> lines.add(name + ": [...]");
            }
        }
    }

    /**
     * Calls the constructor of a record.
     *
     * @throws IllegalArgumentException with the reason why the constructor refuses the values
     */
    private static Object create(Constructor<?> constructor, Object... values) {
        try {
            Object created = constructor.newInstance(values);
            return created instanceof KeysOf<?> keys ? keys.value() : created;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refusal) {
                throw refusal;
            }
            throw new IllegalStateException("a scenario record failed", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + constructor.getName(), e);
        }
    }

    /** Collects the components of one record, calls its constructor and locates the values that the constructor refuses. */
    private final class Components {
        private final Place place;
        private final SourceLocator places;
        private final Map<String, Object> values = new LinkedHashMap<>();
        private final Set<String> stoodIn = new HashSet<>();
        private final Map<String, SourceSpan> spans = new HashMap<>();

        Components(Place place, SourceLocator places) {
            this.place = place;
            this.places = places;
        }

        void locate(Field field, SourceSpan span) {
            spans.put(field.name(), span);
        }

        /** Adds a component in the record's order; null where it did not fit, which is logged already. */
        void add(Field field, @Nullable Object value) {
            Object component = value == null ? standIn(field) : value;
            if (component != null) {
                values.put(field.name(), component);
            }
            if (value == null) {
                fail(field.name());
            }
        }

        private void fail(String key) {
            stoodIn.add(key);
            failed.add(place.path().to(key));
        }

        private boolean isWhole() {
            return stoodIn.isEmpty() && failed.stream().noneMatch(place.path()::leadsTo);
        }

        private boolean isDoubtful(KeyPath key) {
            KeyPath path = place.path().to(key);
            return failed.stream().anyMatch(one -> one.leadsTo(path) || path.leadsTo(one));
        }

        /**
         * Returns a default in place of a component that did not fit, so that the constructor can check the others; null where it has
         * none.
         */
        private @Nullable Object standIn(Field field) {
            if (field.required()) {
                return field.component().getType() == String.class ? field.name() : null;
            }
            Object absent = field.absent();
            if (absent != null) {
                return absent;
            }
            SourceSpan nowhere = Source.of("", 0, "").top();
            return new TreeBinder(file, Map.of(), new ProblemLog(), (_, _) -> {}, false)
                    .bind(field.node(), Mapping.empty(nowhere), new Place(KeyPath.TOP, nowhere, ""));
        }

        /**
         * Returns the record, or the value that it stands for; null when a component is missing or refused, which is logged.
         * Since a constructor stops at the first refused value, that one is replaced by its default, and the constructor is
         * called again.
         */
        @Nullable
        Object make(Keys node) {
            while (values.size() == node.fields().size()) {
                try {
                    Object created = create(node.constructor(), arguments(node));
                    if (isWhole()) {
                        whole.accept(created, (Mapping) places.file());
                    }
                    return anyway || stoodIn.isEmpty() ? created : null;
                } catch (IllegalArgumentException refusal) {
                    if (!replaceCulprit(node, refusal)) {
                        return null;
                    }
                }
            }
            return null;
        }

        private Object[] arguments(Keys node) {
            List<Object> arguments = new ArrayList<>(values.values());
            if (node.shared() != null) {
                int unshared = arguments.size() - node.shared().fields().size();
                List<Object> shared = arguments.subList(unshared, arguments.size());
                Object servers = create(node.shared().constructor(), shared.toArray());
                shared.clear();
                arguments.add(servers);
            }
            return arguments.toArray();
        }

        /** Logs a refusal and replaces the refused value; false when nothing more can be found out. */
        private boolean replaceCulprit(Keys node, IllegalArgumentException refusal) {
            if (!(refusal instanceof InvalidValueException invalid)) {
                if (isWhole()) { // Otherwise the refusal may be about a default.
                    report(place.keySpan(), List.of(KeyPath.TOP), refusal, place.help());
                }
                return false;
            }
            if (invalid.keys().stream().anyMatch(this::isDoubtful)) {
                // The refusal is about a default; the mistake behind it is logged already. The last key is replaced
                // first.
                return anyway && standInForLast(node, invalid.keys());
            }
            if (invalid instanceof IncompatibleKeysException incompatible) {
                incompatible.incompatibilities().forEach(one -> log.add(one, place.path(), places));
                return anyway
                        && standInForAll(
                                node,
                                incompatible.incompatibilities().stream()
                                        .map(Incompatibility::key)
                                        .toList());
            }
            List<String> keys = invalid.keys().stream()
                    .map(key -> key.segments().getFirst())
                    .toList();
            String key = keys.stream().filter(spans::containsKey).findFirst().orElseGet(keys::getFirst);
            Field culprit = node.field(key);
            if (culprit == null) {
                throw new IllegalStateException("no key is called " + key, refusal);
            }
            report(spans.getOrDefault(key, place.keySpan()), invalid.keys(), refusal, key + ": " + culprit.help());
            return standInFor(culprit);
        }

        private boolean standInFor(Field culprit) {
            fail(culprit.name());
            Object standIn = standIn(culprit);
            if (standIn != null) {
                values.replace(culprit.name(), standIn);
            }
            return standIn != null;
        }

        /** Replaces the last of the keys that can be replaced; false where none can. */
        private boolean standInForLast(Keys node, List<KeyPath> keys) {
            return keys.reversed().stream().anyMatch(key -> standInForAll(node, List.of(key)));
        }

        /** Replaces as many of the keys as possible; false where none can be replaced. */
        private boolean standInForAll(Keys node, List<KeyPath> keys) {
            boolean replaced = false;
            for (KeyPath key : keys) {
                Field field = node.field(key.segments().getFirst());
                if (field != null && !stoodIn.contains(field.name())) {
                    replaced |= standInFor(field);
                }
            }
            return replaced;
        }

        /** @param keys the refused keys, by their paths from the record */
        private void report(SourceSpan span, List<KeyPath> keys, IllegalArgumentException refusal, String help) {
            String text = String.valueOf(refusal.getMessage());
            log.add(
                    span,
                    keys.stream().map(place.path()::to).toList(),
                    place.path().equals(KeyPath.TOP) ? text : place.path() + ": " + text,
                    help);
        }
    }
}

package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.SecretNames;
import dev.assay.scenario.SchemaNode.Many;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Applies options such as {@code --set path=value} to a tree. */
final class Overrides {
    private final Source source;
    private final TypedOption typed;
    private final String option;
    private final ProblemLog log;

    private Overrides(Source source, TypedOption typed, ProblemLog log) {
        this.source = source;
        this.typed = typed;
        this.option = typed.typed();
        this.log = log;
    }

    /**
     * Returns the tree with all options applied, in their order; those that name no key are logged and left out.
     *
     * @param of the source of the text that they change
     */
    static Tree apply(Tree file, List<String> options, Source of, ProblemLog log) {
        return apply(file, sources(options.stream().map(TypedOption::ofScenario).toList(), of), log);
    }

    /** Returns the tree with all options applied, each with its own source. */
    static Tree apply(Tree file, Map<Source, TypedOption> options, ProblemLog log) {
        Tree tree = file;
        for (Map.Entry<Source, TypedOption> option : options.entrySet()) {
            tree = new Overrides(option.getKey(), option.getValue(), log).apply(tree);
        }
        return tree;
    }

    /** Returns the sources in which problems of options are located, in the options' order. */
    static Map<Source, TypedOption> sources(List<TypedOption> options, Source of) {
        Map<Source, TypedOption> sources = new LinkedHashMap<>();
        for (TypedOption option : options) {
            sources.put(of.option(option.name(), sources.size() + 1, option.typed()), option);
        }
        return sources;
    }

    private record Target(List<Entry> keys, boolean splits) {}

    private Tree apply(Tree tree) {
        int equals = option.indexOf('=');
        if (!typed.valueOnly() && equals < 1) {
            log.add(
                    source.top(),
                    "expected path=value, but found '" + option + "'",
                    "write for example " + typed.name() + " " + typed.example());
            return tree;
        }
        if (!typed.valueOnly() && holdsSecret(option.substring(0, equals), option.substring(equals + 1))) {
            return tree;
        }
        int valueAt = typed.valueOnly() ? 0 : equals + 1;
        String path = typed.valueOnly() ? "" : option.substring(typed.skipped(), equals);
        if (path.equals(ScenarioReader.VARIANTS) || path.startsWith(ScenarioReader.VARIANTS + ".")) {
            return variants(tree, path, valueAt);
        }
        Target target = target(path);
        if (target == null || !isThere(tree, target)) {
            return tree;
        }
        Tree value = value(target, valueAt);
        return value == null ? tree : put(tree, target.keys(), value);
    }

    /** Tells whether an option holds a secret, which is then logged. YAML is checked when it is read. */
    private boolean holdsSecret(String path, String value) {
        if (isYaml(value)) {
            return false;
        }
        if (SecretNames.isLiteral(path, value)) {
            SecretCheck.refuse(path, source.top(), log);
            return true;
        }
        source.show();
        return false;
    }

    private static boolean isYaml(String value) {
        return !value.isBlank() && "[{\"'".indexOf(value.strip().charAt(0)) >= 0;
    }

    /** Returns the tree with all variants of the option, with those of one dimension, or with some of its own by their names. */
    private Tree variants(Tree tree, String path, int valueAt) {
        Entry top = entry(ScenarioReader.VARIANTS, span(0, ScenarioReader.VARIANTS.length()));
        if (path.equals(ScenarioReader.VARIANTS)) {
            Tree value = read(new Target(List.of(top), false), valueAt);
            return value == null ? tree : put(tree, List.of(top), value);
        }
        int nameAt = ScenarioReader.VARIANTS.length() + 1;
        String name = path.substring(nameAt);
        List<Entry> keys = List.of(top, entry(name, span(nameAt, name.length())));
        Tree read = read(new Target(keys, true), valueAt);
        if (read == null) {
            return tree;
        }
        if (read instanceof Mapping) {
            return put(tree, keys, read);
        }
        KeyPath all = KeyPath.TOP.to(ScenarioReader.VARIANTS);
        List<String> names = keys(tree, all);
        if (!(SourceLocator.find(tree, all.to(name)) instanceof Mapping variants)) {
            log.add(
                    keys.getLast().keySpan(),
                    "the scenario has no variants called '" + name + "'",
                    names.isEmpty()
                            ? "write a list of values at its key: " + typed.name() + " workload.rate=1000/s,2000/s"
                            : NearestNames.question(name, names) + "it has variants of " + String.join(", ", names));
            return tree;
        }
        List<Entry> picked = new ArrayList<>();
        for (Tree wanted : read instanceof Sequence list ? list.items() : List.of(read)) {
            String text = wanted instanceof Scalar scalar ? scalar.text() : "";
            Entry variant = variants.find(text);
            if (variant != null) {
                picked.add(variant);
            } else {
                log.add(
                        wanted.span(),
                        path + " has no variant called '" + text + "'",
                        NearestNames.question(text, variants.keys()) + "its variants: "
                                + String.join(", ", variants.keys()));
            }
        }
        return picked.isEmpty() ? tree : put(tree, keys, new Mapping(variants.span(), picked));
    }

    /** Tells whether the key that an option changes exists: a misspelt name adds no phase, and a rate has none of a search's keys. */
    private boolean isThere(Tree tree, Target target) {
        KeyPath path = KeyPath.TOP;
        int last = target.keys().size() - 1;
        for (int at = 0; at <= last; at++) {
            Entry key = target.keys().get(at);
            SchemaNode node = node(path);
            if (node instanceof One && !(SourceLocator.find(tree, path) instanceof Mapping)) {
                log.add(
                        key.keySpan(),
                        path + " is no " + key.key() + ", so it has no keys of one",
                        "write " + written(path.toString()) + " with all of them, such as '" + SearchKeys.EXAMPLE
                                + "'");
                return false;
            }
            boolean named = at < last && node instanceof SchemaNode.Named;
            List<String> names = keys(tree, path);
            path = path.to(key.key());
            if (named && SourceLocator.find(tree, path) == null) {
                log.add(
                        key.keySpan(),
                        "there is no " + path,
                        NearestNames.question(key.key(), names)
                                + (names.isEmpty() ? "" : "there are " + String.join(", ", names) + "; ")
                                + "to add one, give it all of its keys at once: " + typed.name() + " '" + path
                                + "={KEY: VALUE, ...}'");
                return false;
            }
        }
        return true;
    }

    private static List<String> keys(Tree tree, KeyPath path) {
        return SourceLocator.entries(tree, path).stream().map(Entry::key).toList();
    }

    private @Nullable Target target(String path) {
        if (typed.valueOnly()) {
            return new Target(keysToRoot(), false);
        }
        KeyRoute route = KeyRoute.of(node(typed.root()), typed.root(), path);
        KeyRoute.Step rest = route.rest();
        if (rest != null) {
            route.reportUnknown(span(typed.skipped() + rest.at(), rest.first().length()), this::written, log);
            return null;
        }
        List<Entry> keys = keysToRoot();
        for (KeyRoute.Step step : route.steps()) {
            keys.add(entry(
                    step.name(), span(typed.skipped() + step.at(), step.name().length())));
        }
        return new Target(keys, splits(route.field()));
    }

    private String written(String path) {
        return typed.name() + " " + path + "=...";
    }

    private List<Entry> keysToRoot() {
        List<Entry> keys = new ArrayList<>();
        typed.root().segments().forEach(key -> keys.add(entry(key, source.top())));
        return keys;
    }

    private static SchemaNode node(KeyPath path) {
        SchemaNode node = SchemaNode.FILE;
        for (String key : path.segments()) {
            node = KeyRoute.below(node, key);
        }
        return node;
    }

    private static Entry entry(String key, SourceSpan span) {
        return new Entry(span, key, new Scalar(span, "", true));
    }

    private static boolean splits(SchemaNode.@Nullable Field field) {
        if (field == null) {
            return false;
        }
        boolean single = field.key().commas() || field.key().single();
        return field.node() instanceof Many || (field.node() instanceof One one && (one.takesList() || !single));
    }

    private @Nullable Tree value(Target target, int from) {
        Tree value = read(target, from);
        if (value instanceof Sequence list && !typed.takesList()) {
            log.add(list.span(), "a cluster has one value for each key, but this is a list", "write one of the values");
            return null;
        }
        return value;
    }

    private @Nullable Tree read(Target target, int from) {
        String raw = option.substring(from);
        if (isYaml(raw)) {
            // Blanks in place of the path keep the columns of problems right.
            String name = option.substring(0, Math.max(0, from - 1));
            return YamlText.read(source, " ".repeat(option.codePointCount(0, from)) + raw, name, log);
        }
        if (target.splits() && raw.contains(",")) {
            return list(raw, from);
        }
        return scalar(raw, from);
    }

    private Tree list(String raw, int from) {
        List<Tree> items = new ArrayList<>();
        int at = from;
        for (String part : raw.split(",", -1)) {
            items.add(scalar(part, at));
            at += part.length() + 1;
        }
        return new Sequence(span(from, raw.length()), items);
    }

    /** Takes the text itself, not read as YAML: a password with '#' or ': ' in it stays whole. */
    private Scalar scalar(String raw, int from) {
        String text = raw.strip();
        boolean absent = text.isEmpty() || text.equals("null") || text.equals("~");
        int blanks = raw.length() - raw.stripLeading().length();
        return new Scalar(span(text.isEmpty() ? from : from + blanks, text.length()), text, absent);
    }

    private SourceSpan span(int from, int length) {
        int start = Math.min(from, option.length());
        int end = Math.min(start + length, option.length());
        return source.top().part(option.codePointCount(0, start), option.codePointCount(start, end));
    }

    /** Returns the tree with a value at that key, and with the keys that lead there. */
    static Tree put(Tree tree, List<Entry> keys, Tree value) {
        Entry key = keys.getFirst();
        List<Entry> further = keys.subList(1, keys.size());
        return switch (tree) {
            case Mapping mapping -> mapping.with(entry(mapping, key, further, value));
            case Scalar scalar
            when scalar.absent() -> {
                Mapping empty = Mapping.empty(scalar.span());
                yield empty.with(entry(empty, key, further, value));
            }
            case Scalar _, Sequence _ -> tree; // The binder reports the mistake in the file.
        };
    }

    private static Entry entry(Mapping mapping, Entry key, List<Entry> further, Tree value) {
        if (further.isEmpty()) {
            return new Entry(key.keySpan(), key.key(), value);
        }
        Entry present = Objects.requireNonNullElse(mapping.find(key.key()), key);
        return new Entry(present.keySpan(), present.key(), put(present.value(), further, value));
    }
}

package dev.assay.core.scenario.text;

import dev.assay.core.scenario.KeyPath;
import dev.assay.core.scenario.text.SchemaNode.Free;
import dev.assay.core.scenario.text.SchemaNode.Keys;
import dev.assay.core.scenario.text.SchemaNode.One;
import dev.assay.core.scenario.text.Tree.Entry;
import dev.assay.core.scenario.text.Tree.Mapping;
import dev.assay.core.scenario.text.Tree.Scalar;
import dev.assay.core.scenario.text.Tree.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** The tree with all options applied, in their order; those that name no key are logged and left out. */
    static Tree apply(Tree file, List<String> options, ProblemLog log) {
        return apply(file, sources(options.stream().map(TypedOption::ofScenario).toList()), log);
    }

    /** The same with the source of each. */
    static Tree apply(Tree file, Map<Source, TypedOption> options, ProblemLog log) {
        Tree tree = file;
        for (Map.Entry<Source, TypedOption> option : options.entrySet()) {
            tree = new Overrides(option.getKey(), option.getValue(), log).apply(tree);
        }
        return tree;
    }

    /** Where problems of options are located, in the options' order. */
    static Map<Source, TypedOption> sources(List<TypedOption> options) {
        Map<Source, TypedOption> sources = new LinkedHashMap<>();
        for (TypedOption option : options) {
            sources.put(Source.of(option.name(), sources.size() + 1, option.typed()), option);
        }
        return sources;
    }

    /** Where an option's path leads, and the keys on the way there with their source spans. */
    private record Target(List<Entry> keys, SchemaNode node, boolean splits) {}

    private Tree apply(Tree tree) {
        int equals = option.indexOf('=');
        if (!typed.valueOnly() && equals < 1) {
            log.add(
                    source.top(),
                    "expected path=value, but found '" + option + "'",
                    "write for example " + typed.name() + " " + typed.example());
            return tree;
        }
        int valueAt = typed.valueOnly() ? 0 : equals + 1;
        return target(typed.valueOnly() ? "" : option.substring(typed.skipped(), equals))
                .flatMap(target -> value(target, valueAt).map(value -> put(tree, target.keys(), value)))
                .orElse(tree);
    }

    private Optional<Target> target(String path) {
        List<Entry> keys = new ArrayList<>();
        SchemaNode node = Format.FILE;
        KeyPath place = KeyPath.TOP;
        boolean splits = false;
        for (String key : typed.above().segments()) {
            keys.add(entry(key, source.top()));
            place = place.to(key);
            node = node.below(key);
        }
        int at = typed.valueOnly() ? 1 : 0;
        while (at <= path.length()) {
            String rest = path.substring(at);
            Optional<String> name = nameAt(node, rest);
            if (name.isEmpty()) {
                reportUnknown(node, place, rest, typed.skipped() + at);
                return Optional.empty();
            }
            String key = name.get();
            splits = node instanceof Keys known
                    && known.field(key).map(Overrides::splits).orElse(false);
            keys.add(entry(key, span(typed.skipped() + at, key.length())));
            place = place.to(key);
            node = node instanceof Free ? new One(String.class) : node.below(key);
            at += key.length() + 1;
        }
        return Optional.of(new Target(keys, node, splits));
    }

    private static Entry entry(String key, SourceSpan span) {
        return new Entry(span, key, new Scalar(span, "", true));
    }

    private static boolean splits(SchemaNode.Field field) {
        return field.node() instanceof One
                && !field.key().commas()
                && !field.key().single();
    }

    /** The longest known name that the rest of a path begins with: names may hold dots. */
    private static Optional<String> nameAt(SchemaNode node, String rest) {
        if (node instanceof Free) {
            return rest.isEmpty() ? Optional.empty() : Optional.of(rest);
        }
        return node.names().stream()
                .filter(name -> rest.equals(name) || rest.startsWith(name + "."))
                .reduce((left, right) -> left.length() >= right.length() ? left : right);
    }

    private void reportUnknown(SchemaNode node, KeyPath place, String rest, int at) {
        String name = rest.contains(".") ? rest.substring(0, rest.indexOf('.')) : rest;
        SourceSpan span = span(at, name.length());
        switch (node) {
            case One _ ->
                log.add(span, place + " has no keys below it", "write " + typed.name() + " " + place + "=...");
            case Free _ -> log.add(span, "the path ends before the name", "write " + place + ".NAME=VALUE");
            case Keys _, SchemaNode.BySystem _ ->
                log.add(span, KeyAdvice.unknown(place, node, name), KeyAdvice.known(place, node, name, log::reaches));
        }
    }

    private Optional<Tree> value(Target target, int from) {
        Optional<Tree> value = read(target, from);
        if (value.isPresent() && value.get() instanceof Sequence list && !typed.takesList()) {
            log.add(list.span(), "a cluster has one value for each key, but this is a list", "write one of the values");
            return Optional.empty();
        }
        return value;
    }

    private Optional<Tree> read(Target target, int from) {
        String raw = option.substring(from);
        if (!raw.isBlank() && "[{\"'".indexOf(raw.strip().charAt(0)) >= 0) {
            // Blanks in place of the path keep the columns right.
            return YamlText.read(source, " ".repeat(option.codePointCount(0, from)) + raw, log);
        }
        if (target.splits() && raw.contains(",")) {
            return Optional.of(list(raw, from));
        }
        return Optional.of(scalar(raw, from));
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

    /** The text itself, not read as YAML: a password with '#' or ': ' in it stays whole. */
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

    /** The tree with a value at that key, and with the keys that lead there. */
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
            case Scalar _, Sequence _ -> tree; // Wrong in the file already; the binder reports it.
        };
    }

    private static Entry entry(Mapping mapping, Entry key, List<Entry> further, Tree value) {
        if (further.isEmpty()) {
            return new Entry(key.keySpan(), key.key(), value);
        }
        Entry present = mapping.find(key.key()).orElse(key);
        return new Entry(present.keySpan(), present.key(), put(present.value(), further, value));
    }
}

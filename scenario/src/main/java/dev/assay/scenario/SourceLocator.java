package dev.assay.scenario;

import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Locates keys in a file at one point of its dimensions.
 *
 * @param choices the value of each dimension at the point
 */
record SourceLocator(Tree file, Map<KeyPath, Tree> choices, Source source) {
    /** Returns the span of the key's name or value, or of the nearest key above it where the file leaves the key out. */
    SourceSpan of(KeyPath key, Part part) {
        Tree tree = file;
        SourceSpan nearest = source.top();
        KeyPath path = KeyPath.TOP;
        for (String segment : key.segments()) {
            if (tree instanceof Sequence list && segment.matches("[0-9]+")) { // Items count from 1.
                path = path.to(segment);
                tree = list.items().get(Integer.parseInt(segment) - 1);
                nearest = tree.span();
                continue;
            }
            Entry entry = tree instanceof Mapping mapping ? mapping.find(segment) : null;
            if (entry == null) {
                return nearest;
            }
            path = path.to(segment);
            nearest = entry.keySpan();
            tree = entry.value();
        }
        return part == Part.NAME ? nearest : choices.getOrDefault(path, tree).span();
    }

    static @Nullable Tree find(Tree file, KeyPath key) {
        Tree node = file;
        for (String segment : key.segments()) {
            node = node instanceof Mapping mapping ? mapping.value(segment) : null;
        }
        return node;
    }

    /** Returns the first value with that text, or the whole tree's span where there is none. */
    static SourceSpan ofText(Tree tree, String text) {
        Tree scalar = first(tree, text);
        return (scalar == null ? tree : scalar).span();
    }

    private static @Nullable Tree first(Tree tree, String text) {
        return switch (tree) {
            case Scalar scalar -> scalar.text().equals(text) ? scalar : null;
            case Sequence list -> first(list.items(), text);
            case Mapping mapping ->
                first(mapping.entries().stream().map(Entry::value).toList(), text);
        };
    }

    private static @Nullable Tree first(List<Tree> trees, String text) {
        return trees.stream()
                .map(tree -> first(tree, text))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the entries of the mapping at a key; empty where there is no mapping. */
    static List<Entry> entries(Tree file, KeyPath key) {
        return find(file, key) instanceof Mapping mapping ? mapping.entries() : List.of();
    }
}

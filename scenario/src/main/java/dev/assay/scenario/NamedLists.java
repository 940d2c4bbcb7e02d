package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads lists whose entries have a name, such as {@code phases}, as the maps by name that say the same. */
final class NamedLists {
    private static final String NAME = "name";

    private final ProblemLog log;

    private NamedLists(ProblemLog log) {
        this.log = log;
    }

    /** The tree with maps in place of such lists; entries that can be none are logged and left out. */
    static Tree asMaps(Tree file, ProblemLog log) {
        return asMaps(Format.FILE, file, KeyPath.TOP, log);
    }

    /** The same for what stands at a place of the file. */
    static Tree asMaps(SchemaNode node, Tree tree, KeyPath path, ProblemLog log) {
        return new NamedLists(log).in(node, tree, path);
    }

    private Tree in(SchemaNode node, Tree tree, KeyPath path) {
        return switch (tree) {
            case Sequence list when node instanceof Named named -> below(named, map(named, list, path), path);
            case Mapping mapping -> below(node, mapping, path);
            case Sequence _, Scalar _ -> tree;
        };
    }

    private Mapping below(SchemaNode node, Mapping mapping, KeyPath path) {
        List<Entry> entries = new ArrayList<>();
        for (Entry entry : mapping.entries()) {
            entries.add(node.find(entry.key())
                    .map(child ->
                            new Entry(entry.keySpan(), entry.key(), in(child, entry.value(), path.to(entry.key()))))
                    .orElse(entry));
        }
        return new Mapping(mapping.span(), entries);
    }

    private Mapping map(Named node, Sequence list, KeyPath path) {
        Map<String, Entry> map = new LinkedHashMap<>();
        int number = 0;
        for (Tree item : list.items()) {
            number++;
            if (!(item instanceof Mapping mapping)) {
                log.add(
                        item.span(),
                        path + " takes entries with keys of their own, but this is " + what(item),
                        "write for example - { " + example(node) + " }");
                continue;
            }
            Entry entry = entry(node, mapping, number, path);
            Entry earlier = map.putIfAbsent(entry.key(), entry);
            if (earlier != null) {
                log.add(
                        entry.keySpan(),
                        path + " has '" + entry.key() + "' a second time, first in line "
                                + (earlier.keySpan().line() + 1),
                        "give each a name of its own");
            }
        }
        return new Mapping(list.span(), List.copyOf(map.values()));
    }

    private Entry entry(Named node, Mapping item, int number, KeyPath path) {
        Optional<Entry> name = item.find(NAME);
        Mapping keys = new Mapping(
                item.span(),
                item.entries().stream()
                        .filter(entry -> !entry.key().equals(NAME))
                        .toList());
        if (name.isPresent() && name.get().value() instanceof Scalar text && !text.absent()) {
            return new Entry(text.span(), text.text(), keys);
        }
        if (name.isPresent()) {
            log.add(
                    name.get().value().span(),
                    "the name of an entry of " + path + " must be a single text",
                    "write for example " + NAME + ": " + exampleName(node));
        } else if (node.unnamed().isEmpty()) {
            log.add(
                    item.span(),
                    "this entry of " + path + " has no name",
                    "begin it with " + NAME + ": NAME; results, and other keys, refer to it by that");
        }
        // Named for now, so that its keys are checked as well.
        String prefix = node.unnamed().isEmpty() ? path.tail(1) : node.unnamed();
        return new Entry(item.span(), prefix + "-" + number, keys);
    }

    private static String what(Tree item) {
        return switch (item) {
            case Scalar scalar -> scalar.absent() ? "empty" : "'" + scalar.text() + "'";
            case Sequence _ -> "a list";
            case Mapping _ -> "a map";
        };
    }

    private static String example(Named node) {
        String first = node.each().names().getFirst() + ": ...";
        return node.unnamed().isEmpty() ? NAME + ": " + exampleName(node) + ", " + first : first;
    }

    private static String exampleName(Named node) {
        return node.unnamed().isEmpty() ? "NAME" : node.unnamed() + "-1";
    }
}

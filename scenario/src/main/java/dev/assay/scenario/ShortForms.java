package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Handles keys that are short for others, such as {@code timing.measure} for {@code phases}: a scenario gives one of the two. */
final class ShortForms {
    /** @param full the longer key that expresses the same */
    private record ShortForm(KeyPath key, KeyPath full) {}

    private static final List<ShortForm> ALL = new ArrayList<>();

    static {
        collect(SchemaNode.FILE, KeyPath.TOP);
    }

    private ShortForms() {}

    private static void collect(SchemaNode node, KeyPath path) {
        if (!(node instanceof Keys keys)) {
            return;
        }
        keys.fields().forEach((name, field) -> {
            if (!field.key().shortFor().isEmpty()) {
                KeyRoute full = KeyRoute.of(field.key().shortFor());
                ALL.add(new ShortForm(path.to(name), full.place()));
            }
            collect(field.node(), path.to(name));
        });
    }

    /** Returns the tree without short forms that are given next to their full key; those are logged. */
    static Tree apply(Tree file, ProblemLog log) {
        Tree tree = file;
        for (ShortForm form : ALL) {
            if (SourceLocator.find(tree, form.full()) instanceof Mapping named
                    && !named.entries().isEmpty()) {
                tree = without(tree, form, named, log);
            }
        }
        return tree;
    }

    private static Tree without(Tree tree, ShortForm form, Tree full, ProblemLog log) {
        List<String> segments = form.key().segments();
        return without(tree, segments.subList(0, segments.size() - 1), segments.getLast(), entry -> {
            if (!(entry.value() instanceof Scalar scalar && scalar.absent())) {
                log.add(
                        entry.keySpan(),
                        form.key() + " is short for " + form.full() + ", which is set in "
                                + full.span().where() + " as well",
                        "remove one of the two");
            }
        });
    }

    private static Tree without(Tree tree, List<String> parents, String key, Consumer<Entry> eachRemoved) {
        if (!(tree instanceof Mapping mapping)) {
            return tree;
        }
        List<Entry> entries = new ArrayList<>();
        for (Entry entry : mapping.entries()) {
            if (parents.isEmpty() && entry.key().equals(key)) {
                eachRemoved.accept(entry);
            } else if (!parents.isEmpty() && entry.key().equals(parents.getFirst())) {
                entries.add(new Entry(
                        entry.keySpan(),
                        entry.key(),
                        without(entry.value(), parents.subList(1, parents.size()), key, eachRemoved)));
            } else {
                entries.add(entry);
            }
        }
        return new Mapping(mapping.span(), entries);
    }

    /** Removes the short keys of a trial whose full key is present. */
    static void leaveOut(Map<KeyPath, ?> keys) {
        for (ShortForm form : ALL) {
            if (keys.keySet().stream().anyMatch(form.full()::leadsTo)) {
                keys.keySet().removeIf(form.key()::leadsTo);
            }
        }
    }
}

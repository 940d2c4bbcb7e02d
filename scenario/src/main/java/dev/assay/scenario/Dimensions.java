package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.SecretNames;
import dev.assay.scenario.SchemaNode.BySystem;
import dev.assay.scenario.SchemaNode.Free;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the lists that stand where single values are expected: the dimensions of a scenario. */
final class Dimensions {
    private final ProblemLog log;
    private final List<Dimension.Listed> found = new ArrayList<>();

    private Dimensions(ProblemLog log) {
        this.log = log;
    }

    /** The dimensions in the order of the file; lists that can be none are logged and left out. */
    static List<Dimension.Listed> of(Tree file, ProblemLog log) {
        Dimensions dimensions = new Dimensions(log);
        dimensions.collect(Format.FILE, file, KeyPath.TOP);
        return dimensions.found;
    }

    private void collect(SchemaNode node, Tree tree, KeyPath path) {
        if (node instanceof One one && tree instanceof Sequence list && !one.takesList()) {
            add(one.type(), list, path);
        } else if (tree instanceof Mapping mapping) {
            mapping.entries().forEach(entry -> descend(node, entry, path));
        }
    }

    private void descend(SchemaNode node, Entry entry, KeyPath path) {
        KeyPath below = path.to(entry.key());
        switch (node) {
            case Free _
            when entry.value() instanceof Sequence list && SecretNames.isSecret(entry.key()) ->
                log.add(
                        list.span(),
                        below + " takes one value, not a list",
                        "it holds a secret, and the values of a dimension stand in the names of trials and folders");
            case Free _ -> collect(new One(String.class), entry.value(), below);
            case Keys keys
            when keys.fields().containsKey(entry.key()) -> {
                if (entry.value() instanceof Sequence list && isSingle(keys, entry.key())) {
                    log.add(
                            list.span(),
                            below + " takes one value, not a list",
                            "it holds for the whole scenario; lists make dimensions of systems, durability, workload,"
                                    + " timing and settings");
                } else {
                    collect(keys.below(entry.key()), entry.value(), below);
                }
            }
            case BySystem systems
            when systems.kinds().containsKey(entry.key()) -> collect(systems.below(entry.key()), entry.value(), below);
            case Named named -> collect(named.each(), entry.value(), below);
            case Keys _, BySystem _, One _ -> {} // Unknown keys are the binder's to report.
        }
    }

    private static boolean isSingle(Keys keys, String name) {
        return keys.field(name)
                .filter(field -> !(field.node() instanceof One one && one.takesList()))
                .map(field -> field.key().single())
                .orElse(false);
    }

    private void add(Class<?> type, Sequence list, KeyPath path) {
        if (list.items().isEmpty()) {
            log.add(list.span(), path + " is an empty list", "give it at least one value, or remove the key");
            return;
        }
        Set<Object> seen = new HashSet<>();
        for (Tree item : list.items()) {
            check(type, item, path, seen);
        }
        found.add(new Dimension.Listed(path, list.items(), list.span()));
    }

    private void check(Class<?> type, Tree item, KeyPath path, Set<Object> seen) {
        switch (item) {
            case Sequence nested ->
                log.add(nested.span(), path + " has a list inside its list", "write all values in one list");
            case Scalar scalar -> {
                if (!scalar.absent() && !seen.add(comparable(type, scalar.text()))) {
                    log.add(
                            scalar.span(),
                            path + " lists '" + scalar.text() + "' a second time",
                            "remove it; 'repeat' measures every trial several times");
                }
            }
            case Mapping _ -> {} // The binder's to report.
        }
    }

    private static Object comparable(Class<?> type, String text) {
        try {
            return ScalarText.parse(type, text);
        } catch (IllegalArgumentException _) {
            return new Object(); // The binder reports it; twice the same mistake is not a second one.
        }
    }
}

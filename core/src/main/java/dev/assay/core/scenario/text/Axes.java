package dev.assay.core.scenario.text;

import dev.assay.core.scenario.KeyPath;
import dev.assay.core.scenario.SecretNames;
import dev.assay.core.scenario.text.Shape.BySystem;
import dev.assay.core.scenario.text.Shape.Free;
import dev.assay.core.scenario.text.Shape.Keys;
import dev.assay.core.scenario.text.Shape.One;
import dev.assay.core.scenario.text.Tree.Entry;
import dev.assay.core.scenario.text.Tree.Mapping;
import dev.assay.core.scenario.text.Tree.Scalar;
import dev.assay.core.scenario.text.Tree.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the lists that stand where single values are expected: the dimensions of a scenario. */
final class Axes {
    /**
     * A dimension.
     *
     * @param values at least one
     */
    record Axis(KeyPath path, List<Tree> values, Spot spot) {
        /** Whether the dimension is one of a system's trials: not when it stands below another system's name. */
        boolean concerns(String system) {
            List<String> segments = path.segments();
            boolean ofOneSystem =
                    segments.getFirst().equals("systems") || segments.getFirst().equals("settings");
            return !ofOneSystem || segments.get(1).equals(system);
        }
    }

    private final ProblemLog log;
    private final List<Axis> found = new ArrayList<>();

    private Axes(ProblemLog log) {
        this.log = log;
    }

    /** The dimensions in the order of the file; lists that can be none are logged and left out. */
    static List<Axis> of(Tree file, ProblemLog log) {
        Axes axes = new Axes(log);
        axes.collect(Format.FILE, file, KeyPath.TOP);
        return axes.found;
    }

    private void collect(Shape shape, Tree tree, KeyPath path) {
        if (shape instanceof One one && tree instanceof Sequence list && !one.takesList()) {
            add(one.type(), list, path);
        } else if (tree instanceof Mapping mapping) {
            mapping.entries().forEach(entry -> descend(shape, entry, path));
        }
    }

    private void descend(Shape shape, Entry entry, KeyPath path) {
        KeyPath below = path.to(entry.key());
        switch (shape) {
            case Free _
            when entry.value() instanceof Sequence list && SecretNames.isSecret(entry.key()) ->
                log.add(
                        list.spot(),
                        below + " takes one value, not a list",
                        "it holds a secret, and the values of a dimension stand in the names of trials and folders");
            case Free _ -> collect(new One(String.class), entry.value(), below);
            case Keys keys
            when keys.slots().containsKey(entry.key()) -> {
                if (entry.value() instanceof Sequence list && isSingle(keys, entry.key())) {
                    log.add(
                            list.spot(),
                            below + " takes one value, not a list",
                            "it holds for the whole scenario; lists make dimensions of systems, durability, workload,"
                                    + " timing and settings");
                } else {
                    collect(keys.below(entry.key()), entry.value(), below);
                }
            }
            case BySystem systems
            when systems.kinds().containsKey(entry.key()) -> collect(systems.below(entry.key()), entry.value(), below);
            case Keys _, BySystem _, One _ -> {} // Unknown keys are the binder's to report.
        }
    }

    private static boolean isSingle(Keys keys, String name) {
        return keys.slot(name)
                .filter(slot -> !(slot.shape() instanceof One one && one.takesList()))
                .map(slot -> slot.key().single())
                .orElse(false);
    }

    private void add(Class<?> type, Sequence list, KeyPath path) {
        if (list.items().isEmpty()) {
            log.add(list.spot(), path + " is an empty list", "give it at least one value, or remove the key");
            return;
        }
        Set<Object> seen = new HashSet<>();
        for (Tree item : list.items()) {
            check(type, item, path, seen);
        }
        found.add(new Axis(path, list.items(), list.spot()));
    }

    private void check(Class<?> type, Tree item, KeyPath path, Set<Object> seen) {
        switch (item) {
            case Sequence nested ->
                log.add(nested.spot(), path + " has a list inside its list", "write all values in one list");
            case Scalar scalar -> {
                if (!scalar.absent() && !seen.add(comparable(type, scalar.text()))) {
                    log.add(
                            scalar.spot(),
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

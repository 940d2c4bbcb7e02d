package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of a study or fleet file, read key by key; what does not fit is logged with what was expected.
 *
 * @param what it is, for people, such as {@code a condition}
 * @param where all keys of such a file are described
 */
record StudyTree(Mapping mapping, String what, ProblemLog log, String where) {
    private static final String STUDIES = "docs/STUDIES.md has all keys of a study file, and studies/ examples";

    /** One of a study. */
    StudyTree(Mapping mapping, String what, ProblemLog log) {
        this(mapping, what, log, STUDIES);
    }

    /** What stands there of a study as a mapping; anything else is logged. */
    static @Nullable StudyTree of(Tree tree, String what, ProblemLog log) {
        return of(tree, what, log, STUDIES);
    }

    /** The same of a file whose keys are described elsewhere. */
    static @Nullable StudyTree of(Tree tree, String what, ProblemLog log, String where) {
        if (tree instanceof Mapping mapping) {
            return new StudyTree(mapping, what, log, where);
        }
        log.add(tree.span(), what + " has keys of its own, but this has none", where);
        return null;
    }

    /** The mapping below a key; nothing where the key is not there, and where it is no mapping, which is logged. */
    @Nullable
    StudyTree below(String key, String what) {
        Tree tree = value(key);
        return tree == null ? null : of(tree, what, log, where);
    }

    /** What stands at a key as mappings, one or a list of them; anything else is logged. */
    List<StudyTree> mappings(String key, String what) {
        return items(key).stream()
                .map(tree -> of(tree, what, log, where))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Logs keys that mean nothing here. */
    StudyTree only(String... known) {
        List<String> names = List.of(known);
        mapping.entries().stream()
                .filter(entry -> !names.contains(entry.key()))
                .forEach(entry -> log.add(
                        entry.keySpan(),
                        what + " has no key '" + entry.key() + "'",
                        KeyAdvice.renamed(entry.key(), names)
                                + NearestNames.question(entry.key(), names)
                                + "its keys: "
                                + String.join(", ", names)));
        return this;
    }

    @Nullable
    Tree value(String key) {
        return mapping.value(key);
    }

    /** One value; logged where there are several or none although the key is there. */
    @Nullable
    Scalar scalar(String key) {
        Tree tree = value(key);
        if (tree == null || (tree instanceof Scalar scalar && !scalar.absent())) {
            return (Scalar) tree;
        }
        log.add(tree.span(), key + " of " + what + " takes a single value", where);
        return null;
    }

    @Nullable
    String text(String key) {
        Scalar scalar = scalar(key);
        return scalar == null ? null : scalar.text();
    }

    /** The text of a key; empty where it is not there. */
    String textOrEmpty(String key) {
        return Objects.requireNonNullElse(text(key), "");
    }

    /** The text of a key that has to be there. */
    @Nullable
    String required(String key) {
        if (value(key) == null) {
            log.add(mapping.span(), what + " needs '" + key + "'", where);
        }
        return text(key);
    }

    @Nullable
    Double number(String key) {
        Scalar scalar = scalar(key);
        return scalar == null ? null : number(scalar);
    }

    /** A finite number; anything else is logged. */
    @Nullable
    Double number(Scalar scalar) {
        Double number = plain(scalar.text());
        if (number == null) {
            problem(scalar, "expected a number such as 1.25, but found '" + scalar.text() + "'");
        }
        return number;
    }

    /** A finite number as people write it. */
    static @Nullable Double plain(String text) {
        return text.matches("[-+]?[0-9]{1,15}(\\.[0-9]{1,15})?") ? Double.valueOf(text) : null;
    }

    /** The values of a list, or the one that stands in its place; none where the key is not there. */
    List<Tree> items(String key) {
        Tree tree = value(key);
        if (tree == null) {
            return List.of();
        }
        return tree instanceof Sequence list ? list.items() : List.of(tree);
    }

    /** The same where each has to be a single value. */
    List<Scalar> scalars(String key) {
        List<Scalar> scalars = new ArrayList<>();
        for (Tree tree : items(key)) {
            if (tree instanceof Scalar scalar && !scalar.absent()) {
                scalars.add(scalar);
            } else {
                problem(tree, key + " of " + what + " takes single values");
            }
        }
        return List.copyOf(scalars);
    }

    /** The entries of a mapping below a key; none where it is not there. */
    List<Entry> entries(String key) {
        StudyTree below = below(key, "'" + key + "' of " + what);
        return below == null ? List.of() : below.mapping().entries();
    }

    void problem(Tree place, String found) {
        log.add(place.span(), found, where);
    }
}

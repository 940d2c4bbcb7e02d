package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A mapping of a study file, read key by key; what does not fit is logged with what was expected.
 *
 * @param what it is, for people, such as {@code a leg}
 */
record StudyTree(Mapping mapping, String what, ProblemLog log) {
    private static final String WHERE = "docs/STUDIES.md has all keys of a study file, and studies/ examples";

    /** What stands there as a mapping; anything else is logged. */
    static Optional<StudyTree> of(Tree tree, String what, ProblemLog log) {
        if (tree instanceof Mapping mapping) {
            return Optional.of(new StudyTree(mapping, what, log));
        }
        log.add(tree.span(), what + " has keys of its own, but this has none", WHERE);
        return Optional.empty();
    }

    /** Logs keys that mean nothing here. */
    StudyTree only(String... known) {
        List<String> names = List.of(known);
        mapping.entries().stream()
                .filter(entry -> !names.contains(entry.key()))
                .forEach(entry -> log.add(
                        entry.keySpan(),
                        what + " has no key '" + entry.key() + "'",
                        (entry.key().equals("share") && names.contains("fraction")
                                        ? "it is called fraction now; "
                                        : NearestNames.question(entry.key(), names))
                                + "its keys: " + String.join(", ", names)));
        return this;
    }

    Optional<Tree> value(String key) {
        return mapping.find(key).map(Entry::value);
    }

    /** One value; logged where there are several or none although the key is there. */
    Optional<Scalar> scalar(String key) {
        return value(key).flatMap(tree -> {
            if (tree instanceof Scalar scalar && !scalar.absent()) {
                return Optional.of(scalar);
            }
            log.add(tree.span(), key + " of " + what + " takes a single value", WHERE);
            return Optional.empty();
        });
    }

    Optional<String> text(String key) {
        return scalar(key).map(Scalar::text);
    }

    /** The text of a key that has to be there. */
    Optional<String> required(String key) {
        if (value(key).isEmpty()) {
            log.add(mapping.span(), what + " needs '" + key + "'", WHERE);
        }
        return text(key);
    }

    OptionalDouble number(String key) {
        return scalar(key).map(this::number).orElse(OptionalDouble.empty());
    }

    /** A finite number; anything else is logged. */
    OptionalDouble number(Scalar scalar) {
        Optional<Double> number = plain(scalar.text());
        if (number.isEmpty()) {
            problem(scalar, "expected a number such as 1.25, but found '" + scalar.text() + "'");
        }
        return number.isPresent() ? OptionalDouble.of(number.get()) : OptionalDouble.empty();
    }

    /** A finite number as people write it. */
    static Optional<Double> plain(String text) {
        return text.matches("[-+]?[0-9]{1,15}(\\.[0-9]{1,15})?")
                ? Optional.of(Double.parseDouble(text))
                : Optional.empty();
    }

    /** The values of a list, or the one that stands in its place; none where the key is not there. */
    List<Tree> items(String key) {
        return value(key)
                .map(tree -> tree instanceof Sequence list ? list.items() : List.of(tree))
                .orElse(List.of());
    }

    /** The same where each has to be a single value. */
    List<Scalar> scalars(String key) {
        return items(key).stream()
                .flatMap(tree -> {
                    if (tree instanceof Scalar scalar && !scalar.absent()) {
                        return Stream.of(scalar);
                    }
                    problem(tree, key + " of " + what + " takes single values");
                    return Stream.empty();
                })
                .toList();
    }

    /** The entries of a mapping below a key; none where it is not there. */
    List<Entry> entries(String key) {
        return value(key)
                .flatMap(tree -> of(tree, "'" + key + "' of " + what, log))
                .map(below -> below.mapping().entries())
                .orElse(List.of());
    }

    void problem(Tree place, String found) {
        log.add(place.span(), found, WHERE);
    }
}

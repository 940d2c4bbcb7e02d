package dev.assay.core.scenario.text;

import dev.assay.core.scenario.KeyPath;
import dev.assay.core.scenario.text.Shape.BySystem;
import dev.assay.core.scenario.text.Shape.Free;
import dev.assay.core.scenario.text.Shape.Keys;
import dev.assay.core.scenario.text.Shape.One;
import dev.assay.core.scenario.text.Shape.Slot;
import dev.assay.core.scenario.text.Tree.Entry;
import dev.assay.core.scenario.text.Tree.Mapping;
import dev.assay.core.scenario.text.Tree.Scalar;
import dev.assay.core.scenario.text.Tree.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes records from a tree at one point of its dimensions, and logs all that does not fit. */
final class Binder {
    private final Map<KeyPath, Tree> choices;
    private final ProblemLog log;

    /**
     * @param choices the value of each dimension at the point; a list that is missing here counts as its first value
     */
    Binder(Map<KeyPath, Tree> choices, ProblemLog log) {
        this.choices = choices;
        this.log = log;
    }

    /** A place in the file: its path and the key that leads there. */
    record Place(KeyPath path, Spot keySpot, String help) {
        Place to(Entry entry, String help) {
            return new Place(path.to(entry.key()), entry.keySpot(), help);
        }

        Place absent(Slot slot) {
            return new Place(path.to(slot.name()), keySpot, slot.help());
        }
    }

    /** What stands in the tree; nothing when it does not fit, which is then logged. */
    Optional<Object> bind(Shape shape, Tree tree, Place place) {
        return switch (shape) {
            case One one -> value(one.type(), one.takesList() ? joined(tree) : tree, place);
            case Keys keys -> mapping(tree, place).flatMap(mapping -> keys(keys, mapping, place));
            case BySystem systems -> mapping(tree, place).flatMap(mapping -> systems(systems, mapping, place));
            case Free _ -> mapping(tree, place).flatMap(mapping -> free(mapping, place));
        };
    }

    private Optional<Object> value(Class<?> type, Tree tree, Place place) {
        return switch (chosen(tree, place.path())) {
            case Scalar scalar
            when scalar.absent() -> {
                log.add(scalar.spot(), place.path() + " has no value", place.help() + orEmpty(type));
                yield Optional.empty();
            }
            case Scalar scalar -> parsed(type, scalar, place);
            case Mapping mapping -> {
                log.add(mapping.spot(), place.path() + " takes a single value, but has keys of its own", place.help());
                yield Optional.empty();
            }
            case Sequence _ -> Optional.empty(); // Empty or nested: logged where dimensions are collected.
        };
    }

    /** A list of single values as the text with commas that stands for the same. */
    private static Tree joined(Tree tree) {
        if (!(tree instanceof Sequence list) || !list.items().stream().allMatch(Scalar.class::isInstance)) {
            return tree;
        }
        String text = list.items().stream().map(item -> ((Scalar) item).text()).collect(Collectors.joining(", "));
        return new Scalar(list.spot(), text, false);
    }

    private static String orEmpty(Class<?> type) {
        return type == String.class ? " Write \"\" for an empty text." : "";
    }

    private Tree chosen(Tree tree, KeyPath path) {
        Tree chosen = choices.getOrDefault(path, tree);
        return chosen instanceof Sequence list && !list.items().isEmpty()
                ? list.items().getFirst()
                : chosen;
    }

    private Optional<Object> parsed(Class<?> type, Scalar scalar, Place place) {
        try {
            return Optional.of(ScalarText.parse(type, scalar.text()));
        } catch (IllegalArgumentException e) {
            String question = type.isEnum() ? NearestNames.question(scalar.text(), ScalarText.names(type)) : "";
            log.add(scalar.spot(), place.path() + ": " + e.getMessage(), question + place.help());
            return Optional.empty();
        }
    }

    private Optional<Mapping> mapping(Tree tree, Place place) {
        return switch (tree) {
            case Mapping mapping -> Optional.of(mapping);
            case Scalar scalar when scalar.absent() -> Optional.of(Mapping.empty(scalar.spot()));
            case Scalar scalar -> {
                log.add(
                        scalar.spot(),
                        KeyAdvice.place(place.path()) + " takes keys with values, but is '" + scalar.text() + "'",
                        place.help());
                yield Optional.empty();
            }
            case Sequence list -> {
                log.add(
                        list.spot(),
                        KeyAdvice.place(place.path()) + " takes keys with values, but is a list",
                        "lists make dimensions of single values: put the list at one of the keys below");
                yield Optional.empty();
            }
        };
    }

    private Optional<Object> keys(Keys shape, Mapping mapping, Place place) {
        reportUnknown(shape, mapping, place);
        Components components = new Components(place);
        for (Slot slot : shape.slots().values()) {
            Optional<Entry> entry = mapping.find(slot.name());
            entry.ifPresent(found -> components.locate(
                    slot, chosen(found.value(), place.path().to(slot.name())).spot()));
            components.add(
                    slot,
                    entry.map(found -> bind(slot.shape(), found.value(), place.to(found, slot.help())))
                            .orElseGet(() -> fallback(slot, place)));
        }
        return components.make(shape, log);
    }

    private Optional<Object> fallback(Slot slot, Place place) {
        if (slot.required()) {
            log.add(
                    place.keySpot(),
                    KeyAdvice.place(place.path()) + " lacks the key '" + slot.name() + "'",
                    "add '" + slot.name() + ": ...'. " + slot.help());
            return Optional.empty();
        }
        return slot.shape() instanceof One one
                ? Optional.of(ScalarText.parse(one.type(), slot.key().fallback()))
                : bind(slot.shape(), Mapping.empty(place.keySpot()), place.absent(slot));
    }

    private void reportUnknown(Shape shape, Mapping mapping, Place place) {
        List<String> names = shape.names();
        for (Entry entry : mapping.entries()) {
            if (!names.contains(entry.key())) {
                log.add(
                        entry.keySpot(),
                        KeyAdvice.unknown(place.path(), shape, entry.key()),
                        KeyAdvice.known(place.path(), shape, entry.key()));
            }
        }
    }

    private Optional<Object> systems(BySystem shape, Mapping mapping, Place place) {
        reportUnknown(shape, mapping, place);
        Map<String, Object> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            if (shape.names().contains(entry.key())) {
                bind(shape.below(entry.key()), entry.value(), place.to(entry, place.help()))
                        .ifPresent(value -> bound.put(entry.key(), value));
            }
        }
        return bound.size() == mapping.entries().size() ? Optional.of(bound) : Optional.empty();
    }

    private Optional<Object> free(Mapping mapping, Place place) {
        Map<String, String> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            if (entry.value() instanceof Mapping nested) {
                log.add(
                        entry.keySpot(),
                        place.path() + " takes the vendor's own names, but '" + entry.key() + "' has keys of its own",
                        dotted(entry.key(), nested));
            } else {
                value(String.class, entry.value(), place.to(entry, place.help()))
                        .ifPresent(value -> bound.put(entry.key(), value.toString()));
            }
        }
        return bound.size() == mapping.entries().size() ? Optional.of(bound) : Optional.empty();
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
                case Scalar scalar -> lines.add(MaskedLine.of(name + ": " + scalar.text()));
                case Sequence _ -> lines.add(name + ": [...]");
            }
        }
    }
}

package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.KnownSecrets;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.SecretNames;
import dev.assay.model.spec.Warmup;
import dev.assay.scenario.SchemaNode.BySystem;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Free;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes records from a tree at one point of its dimensions, and logs all that does not fit. */
final class TreeBinder {
    private final Map<KeyPath, Tree> choices;
    private final ProblemLog log;

    /**
     * @param choices the value of each dimension at the point; a list that is missing here counts as its first value
     */
    TreeBinder(Map<KeyPath, Tree> choices, ProblemLog log) {
        this.choices = choices;
        this.log = log;
    }

    /** A place in the file: its path and the key that leads there. */
    record Place(KeyPath path, SourceSpan keySpan, String help) {
        Place to(Entry entry, String help) {
            return new Place(path.to(entry.key()), entry.keySpan(), help);
        }

        Place absent(Field field) {
            return new Place(path.to(field.name()), keySpan, field.help());
        }
    }

    /** What stands in the tree; nothing when it does not fit, which is then logged. */
    Optional<Object> bind(SchemaNode node, Tree tree, Place place) {
        return switch (node) {
            case One one -> value(one.type(), one.takesList() ? joined(tree) : tree, place);
            case Keys keys -> mapping(tree, place).flatMap(mapping -> keys(keys, mapping, place));
            case BySystem systems -> mapping(tree, place).flatMap(mapping -> systems(systems, mapping, place));
            case Named named -> mapping(tree, place).flatMap(mapping -> named(named, mapping, place));
            case Free _ -> mapping(tree, place).flatMap(mapping -> free(mapping, place));
        };
    }

    private Optional<Object> value(Class<?> type, Tree tree, Place place) {
        return switch (KeysAsText.of(type, chosen(tree, place.path()))) {
            case Scalar scalar
            when scalar.absent() -> {
                log.add(scalar.span(), place.path() + " has no value", place.help() + orEmpty(type));
                yield Optional.empty();
            }
            case Scalar scalar -> parsed(type, scalar, place);
            case Mapping mapping -> {
                String expected = type == Warmup.class
                        ? " takes a single value, or both of at-least and at-most with a length each"
                        : type == Repeat.class
                                ? " takes a single value, or at-least, at-most and until (such as 5 %), and of which statistic"
                                : " takes a single value, but has keys of its own";
                log.add(mapping.span(), place.path() + expected, place.help());
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
        return new Scalar(list.span(), text, false);
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
            log.add(scalar.span(), place.path() + ": " + e.getMessage(), question + place.help());
            return Optional.empty();
        }
    }

    private Optional<Mapping> mapping(Tree tree, Place place) {
        return switch (tree) {
            case Mapping mapping -> Optional.of(mapping);
            case Scalar scalar when scalar.absent() -> Optional.of(Mapping.empty(scalar.span()));
            case Scalar scalar -> {
                log.add(
                        scalar.span(),
                        KeyAdvice.place(place.path()) + " takes keys with values, but is '" + scalar.text() + "'",
                        place.help());
                yield Optional.empty();
            }
            case Sequence list -> {
                log.add(
                        list.span(),
                        KeyAdvice.place(place.path()) + " takes keys with values, but is a list",
                        "lists make dimensions of single values: put the list at one of the keys below");
                yield Optional.empty();
            }
        };
    }

    private Optional<Object> keys(Keys node, Mapping mapping, Place place) {
        reportUnknown(node, mapping, place);
        RecordBinder components = new RecordBinder(
                place, new SourceLocator(mapping, choices, place.keySpan().source()));
        for (Field field : node.fields().values()) {
            Optional<Entry> entry = mapping.find(field.name());
            entry.ifPresent(found -> components.locate(
                    field, chosen(found.value(), place.path().to(field.name())).span()));
            components.add(
                    field,
                    entry.map(found -> bind(field.node(), found.value(), place.to(found, field.help())))
                            .orElseGet(() -> fallback(field, place)));
        }
        return components.make(node, log);
    }

    private Optional<Object> fallback(Field field, Place place) {
        if (field.required()) {
            log.add(
                    place.keySpan(),
                    KeyAdvice.place(place.path()) + " lacks the key '" + field.name() + "'",
                    "add '" + field.name() + ": ...'. " + field.help());
            return Optional.empty();
        }
        return field.node() instanceof One one
                ? Optional.of(ScalarText.parse(one.type(), field.key().fallback()))
                : bind(field.node(), Mapping.empty(place.keySpan()), place.absent(field));
    }

    private void reportUnknown(SchemaNode node, Mapping mapping, Place place) {
        List<String> names = node.names();
        for (Entry entry : mapping.entries()) {
            if (!names.contains(entry.key())) {
                log.add(
                        entry.keySpan(),
                        KeyAdvice.unknown(place.path(), node, entry.key()),
                        KeyAdvice.known(place.path(), node, entry.key()));
            }
        }
    }

    private Optional<Object> systems(BySystem node, Mapping mapping, Place place) {
        reportUnknown(node, mapping, place);
        Map<String, Object> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            if (node.names().contains(entry.key())) {
                bind(node.below(entry.key()), entry.value(), place.to(entry, place.help()))
                        .ifPresent(value -> bound.put(entry.key(), value));
            }
        }
        return bound.size() == mapping.entries().size() ? Optional.of(bound) : Optional.empty();
    }

    private Optional<Object> named(Named node, Mapping mapping, Place place) {
        Map<String, Object> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            bind(node.each(), entry.value(), place.to(entry, place.help()))
                    .ifPresent(value -> bound.put(entry.key(), value));
        }
        return bound.size() == mapping.entries().size() ? Optional.of(bound) : Optional.empty();
    }

    private Optional<Object> free(Mapping mapping, Place place) {
        Map<String, String> bound = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            if (entry.value() instanceof Mapping nested) {
                log.add(
                        entry.keySpan(),
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

    private static String shown(String name, String value) {
        return SecretNames.isSecret(name) ? KnownSecrets.MASK : KnownSecrets.maskedUris(value);
    }

    private static void collectDotted(String prefix, Mapping nested, List<String> lines) {
        for (Entry entry : nested.entries()) {
            String name = prefix + "." + entry.key();
            switch (entry.value()) {
                case Mapping below -> collectDotted(name, below, lines);
                case Scalar scalar -> lines.add(name + ": " + shown(name, scalar.text()));
                case Sequence _ -> lines.add(name + ": [...]");
            }
        }
    }
}

package dev.assay.scenario;

import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.IncompatibleKeysException;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.TreeBinder.Place;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The components of one record while it is read; calls its constructor and locates what that objects to. */
final class RecordBinder {
    private final Place place;
    private final SourceLocator places;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Set<String> failed = new HashSet<>();
    private final Map<String, SourceSpan> spans = new HashMap<>();

    /** @param places of the keys that a record names by their path, as the scenario itself does */
    RecordBinder(Place place, SourceLocator places) {
        this.place = place;
        this.places = places;
    }

    /** Notes where the file gives a component. */
    void locate(Field field, SourceSpan span) {
        spans.put(field.name(), span);
    }

    /** Adds a component in the record's order; nothing stands for one that did not fit, which is logged already. */
    void add(Field field, Optional<Object> value) {
        value.or(() -> standIn(field)).ifPresent(component -> values.put(field.name(), component));
        if (value.isEmpty()) {
            failed.add(field.name());
        }
    }

    /** A default in the place of a component that did not fit, so that the constructor can judge the others. */
    private static Optional<Object> standIn(Field field) {
        if (field.required()) {
            return field.component().getType() == String.class ? Optional.of(field.name()) : Optional.empty();
        }
        if (field.node() instanceof One one) {
            return Optional.of(ScalarText.parse(one.type(), field.key().fallback()));
        }
        SourceSpan nowhere = Source.of("", 0, "").top();
        return new TreeBinder(Map.of(), new ProblemLog())
                .bind(field.node(), Mapping.empty(nowhere), new Place(KeyPath.TOP, nowhere, ""));
    }

    /**
     * The record; nothing when a component is missing or the constructor refuses them, which is then logged. Constructors
     * stop at the first thing they object to: with its stand-in they get to the next.
     */
    Optional<Object> make(Keys node, ProblemLog log) {
        while (values.size() == node.fields().size()) {
            try {
                Object made = node.constructor().newInstance(values.values().toArray());
                return failed.isEmpty() ? Optional.of(made) : Optional.empty();
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof IncompatibleKeysException found) {
                    found.incompatibilities().stream()
                            .filter(one -> failed.stream().noneMatch(name -> isAbout(one, name)))
                            .forEach(one -> log.add(one, places));
                    return Optional.empty();
                }
                if (!replaceCulprit(node, refusal(e), log)) {
                    return Optional.empty();
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "cannot make a " + node.constructor().getName(), e);
            }
        }
        return Optional.empty();
    }

    private static boolean isAbout(Incompatibility found, String name) {
        return mention(name, found.key() + " " + found.reason()).isPresent();
    }

    private static String refusal(InvocationTargetException exception) {
        if (exception.getCause() instanceof IllegalArgumentException refusal) {
            return String.valueOf(refusal.getMessage());
        }
        throw new IllegalStateException("a scenario record failed", exception);
    }

    /** Logs a refusal and puts a stand-in in the culprit's place; false when there is no more to find out. */
    private boolean replaceCulprit(Keys node, String message, ProblemLog log) {
        if (failed.stream().anyMatch(name -> mention(name, message).isPresent())) {
            return false; // Said of a stand-in: the component's own problem is logged.
        }
        Optional<Field> culprit = firstMentioned(node, message);
        report(culprit, message, log);
        return culprit.filter(field -> standIn(field)
                        .map(value -> values.replace(field.name(), value))
                        .isPresent())
                .filter(field -> failed.add(field.name()))
                .isPresent();
    }

    private void report(Optional<Field> culprit, String message, ProblemLog log) {
        log.add(
                culprit.map(field -> spans.getOrDefault(field.name(), place.keySpan()))
                        .orElse(place.keySpan()),
                place.path().equals(KeyPath.TOP) ? message : place.path() + ": " + message,
                culprit.map(field -> field.name() + ": " + field.help()).orElse(place.help()));
    }

    /** The key that the message names first, among those that the file gives; else among all. */
    private Optional<Field> firstMentioned(Keys node, String message) {
        Optional<Field> first = Optional.empty();
        int best = Integer.MAX_VALUE;
        for (Field field : node.fields().values()) {
            OptionalInt mention = mention(field.name(), message);
            int rank = mention.orElse(Integer.MAX_VALUE / 2) + (spans.containsKey(field.name()) ? 0 : message.length());
            if (mention.isPresent() && rank < best) {
                best = rank;
                first = Optional.of(field);
            }
        }
        return first;
    }

    private static OptionalInt mention(String name, String message) {
        Matcher matcher = Pattern.compile("(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w-])")
                .matcher(message);
        return matcher.find() ? OptionalInt.of(matcher.start()) : OptionalInt.empty();
    }
}

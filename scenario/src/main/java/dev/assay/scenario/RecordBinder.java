package dev.assay.scenario;

import dev.assay.model.spec.IncompatibleKeysException;
import dev.assay.model.spec.InvalidValueException;
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
import java.util.Set;

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
                if (!replaceCulprit(node, e, log)) {
                    return Optional.empty();
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "cannot make a " + node.constructor().getName(), e);
            }
        }
        return Optional.empty();
    }

    /** Logs a refusal and puts a stand-in in the culprit's place; false when there is no more to find out. */
    private boolean replaceCulprit(Keys node, InvocationTargetException exception, ProblemLog log) {
        if (!(exception.getCause() instanceof IllegalArgumentException refusal)) {
            throw new IllegalStateException("a scenario record failed", exception);
        }
        if (!(refusal instanceof InvalidValueException invalid)) {
            report(place.keySpan(), refusal, place.help(), log);
            return false;
        }
        if (invalid.keys().stream().anyMatch(failed::contains)) {
            return false; // Said of a stand-in: the component's own problem is logged.
        }
        if (invalid instanceof IncompatibleKeysException found) {
            found.incompatibilities().forEach(one -> log.add(one, places));
            return false;
        }
        String key = invalid.keys().stream()
                .filter(spans::containsKey)
                .findFirst()
                .orElseGet(() -> invalid.keys().getFirst());
        Field culprit =
                node.field(key).orElseThrow(() -> new IllegalStateException("no key is called " + key, refusal));
        report(spans.getOrDefault(key, place.keySpan()), refusal, key + ": " + culprit.help(), log);
        failed.add(key);
        Optional<Object> standIn = standIn(culprit);
        standIn.ifPresent(value -> values.replace(key, value));
        return standIn.isPresent();
    }

    private void report(SourceSpan span, IllegalArgumentException refusal, String help, ProblemLog log) {
        String text = String.valueOf(refusal.getMessage());
        log.add(span, place.path().equals(KeyPath.TOP) ? text : place.path() + ": " + text, help);
    }
}

package dev.assay.core.scenario.text;

import dev.assay.core.scenario.KeyPath;
import dev.assay.core.scenario.text.Binder.Place;
import dev.assay.core.scenario.text.Shape.Keys;
import dev.assay.core.scenario.text.Shape.One;
import dev.assay.core.scenario.text.Shape.Slot;
import dev.assay.core.scenario.text.Tree.Mapping;
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
final class Components {
    private final Place place;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Set<String> failed = new HashSet<>();
    private final Map<String, Spot> spots = new HashMap<>();

    Components(Place place) {
        this.place = place;
    }

    /** Notes where the file gives a component. */
    void locate(Slot slot, Spot spot) {
        spots.put(slot.name(), spot);
    }

    /** Adds a component in the record's order; nothing stands for one that did not fit, which is logged already. */
    void add(Slot slot, Optional<Object> value) {
        value.or(() -> standIn(slot)).ifPresent(component -> values.put(slot.name(), component));
        if (value.isEmpty()) {
            failed.add(slot.name());
        }
    }

    /** A default in the place of a component that did not fit, so that the constructor can judge the others. */
    private static Optional<Object> standIn(Slot slot) {
        if (slot.required()) {
            return slot.component().getType() == String.class ? Optional.of(slot.name()) : Optional.empty();
        }
        if (slot.shape() instanceof One one) {
            return Optional.of(ScalarText.parse(one.type(), slot.key().fallback()));
        }
        Spot nowhere = Source.of("", 0, "").top();
        return new Binder(Map.of(), new ProblemLog())
                .bind(slot.shape(), Mapping.empty(nowhere), new Place(KeyPath.TOP, nowhere, ""));
    }

    /**
     * The record; nothing when a component is missing or the constructor refuses them, which is then logged. Constructors
     * stop at the first thing they object to: with its stand-in they get to the next.
     */
    Optional<Object> make(Keys shape, ProblemLog log) {
        while (values.size() == shape.slots().size()) {
            try {
                Object made = shape.constructor().newInstance(values.values().toArray());
                return failed.isEmpty() ? Optional.of(made) : Optional.empty();
            } catch (InvocationTargetException e) {
                if (!replaceCulprit(shape, refusal(e), log)) {
                    return Optional.empty();
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "cannot make a " + shape.constructor().getName(), e);
            }
        }
        return Optional.empty();
    }

    private static String refusal(InvocationTargetException exception) {
        if (exception.getCause() instanceof IllegalArgumentException refusal) {
            return String.valueOf(refusal.getMessage());
        }
        throw new IllegalStateException("a scenario record failed", exception);
    }

    /** Logs a refusal and puts a stand-in in the culprit's place; false when there is no more to find out. */
    private boolean replaceCulprit(Keys shape, String message, ProblemLog log) {
        if (failed.stream().anyMatch(name -> mention(name, message).isPresent())) {
            return false; // Said of a stand-in: the component's own problem is logged.
        }
        Optional<Slot> culprit = firstMentioned(shape, message);
        report(culprit, message, log);
        return culprit.filter(slot -> standIn(slot)
                        .map(value -> values.replace(slot.name(), value))
                        .isPresent())
                .filter(slot -> failed.add(slot.name()))
                .isPresent();
    }

    private void report(Optional<Slot> culprit, String message, ProblemLog log) {
        log.add(
                culprit.map(slot -> spots.getOrDefault(slot.name(), place.keySpot()))
                        .orElse(place.keySpot()),
                place.path().equals(KeyPath.TOP) ? message : place.path() + ": " + message,
                culprit.map(slot -> slot.name() + ": " + slot.help()).orElse(place.help()));
    }

    /** The key that the message names first, among those that the file gives; else among all. */
    private Optional<Slot> firstMentioned(Keys shape, String message) {
        Optional<Slot> first = Optional.empty();
        int best = Integer.MAX_VALUE;
        for (Slot slot : shape.slots().values()) {
            OptionalInt mention = mention(slot.name(), message);
            int rank = mention.orElse(Integer.MAX_VALUE / 2) + (spots.containsKey(slot.name()) ? 0 : message.length());
            if (mention.isPresent() && rank < best) {
                best = rank;
                first = Optional.of(slot);
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

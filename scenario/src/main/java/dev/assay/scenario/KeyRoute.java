package dev.assay.scenario;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Free;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Many;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.SchemaNode.Raw;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Follows a text such as {@code workload.message.size} through the format. Names may hold dots themselves.
 *
 * @param steps the names on the way
 * @param place where the last of them leads
 * @param node what may stand there
 * @param field the key there, where it is one of a record
 * @param rest what is left of the text because no name at that place fits; null when it all leads somewhere
 */
record KeyRoute(
        List<Step> steps,
        KeyPath place,
        SchemaNode node,
        @Nullable Field field,
        @Nullable Step rest) {
    /** @param at the offset of the name in the text, in characters */
    record Step(String name, int at) {
        /** Returns the part before the first dot. */
        String first() {
            return name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
        }
    }

    static KeyRoute of(String text) {
        return of(SchemaNode.FILE, KeyPath.TOP, text);
    }

    static KeyRoute of(SchemaNode from, KeyPath root, String text) {
        List<Step> steps = new ArrayList<>();
        SchemaNode node = from;
        KeyPath place = root;
        Field field = null;
        int at = 0;
        while (at <= text.length()) {
            String rest = text.substring(at);
            String name = nameAt(node, rest);
            if (name == null) {
                return new KeyRoute(steps, place, node, field, new Step(rest, at));
            }
            field = node instanceof Keys keys ? keys.field(name) : null;
            steps.add(new Step(name, at));
            place = place.to(name);
            node = below(node, name);
            at += name.length() + 1;
        }
        return new KeyRoute(steps, place, node, field, null);
    }

    /** Returns the longest known name that the rest of a path begins with; null where there is none. */
    private static @Nullable String nameAt(SchemaNode node, String rest) {
        String name = switch (node) {
            case Free _ -> rest;
            case Named _ -> new Step(rest, 0).first();
            case Keys _, SchemaNode.BySystem _, One _, Many _, Raw _ ->
                names(node).stream()
                        .filter(known -> rest.equals(known) || rest.startsWith(known + "."))
                        .max(Comparator.comparingInt(String::length))
                        .orElse("");
        };
        return name.isEmpty() ? null : name;
    }

    private static List<String> names(SchemaNode node) {
        return isRate(node) ? List.of(SearchKeys.SEARCH) : node.names();
    }

    /** Returns the shape below an existing name; a search, which stands in the place of a rate, has its keys. */
    static SchemaNode below(SchemaNode node, String name) {
        return isRate(node) && name.equals(SearchKeys.SEARCH) ? SearchKeys.SHAPE : node.below(name);
    }

    private static boolean isRate(SchemaNode node) {
        return node instanceof One one && one.type() == LoadProfile.class;
    }

    boolean complete() {
        return rest == null;
    }

    /**
     * Logs what is wrong with a route that is not complete.
     *
     * @param written how one gives a key its value there
     */
    void reportUnknown(SourceSpan span, UnaryOperator<String> written, ProblemLog log) {
        String name = rest == null ? "" : rest.first();
        switch (node) {
            case One one -> {
                String set = written.apply(place.toString());
                String example = one.example();
                if (example.isEmpty()) {
                    log.add(span, place + " has no keys below it", "write " + set);
                } else {
                    log.add(
                            span,
                            "the keys of " + place + " must be given together, not one by one",
                            "write " + set + " with all of them in place of the dots, such as '" + example + "'");
                }
            }
            case Free _, Named _ ->
                log.add(span, "the path ends before the name", "write " + written.apply(place + ".NAME"));
            case Keys _, SchemaNode.BySystem _, Many _, Raw _ ->
                log.add(
                        span,
                        KeyAdvice.unknown(place, node, name),
                        KeyAdvice.known(SchemaNode.FILE, place, node, name, log::reaches));
        }
    }
}

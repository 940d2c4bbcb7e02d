package dev.assay.scenario;

import dev.assay.scenario.SchemaNode.BySystem;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Free;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Many;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.SchemaNode.Raw;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

public final class KeyDefaults {
    private KeyDefaults() {}

    /**
     * Tells whether a key says no more than its default.
     *
     * @param path as in {@link TrialText#keys}
     * @param text the value as in {@link TrialText#keys}, written by any version of Assay
     * @return false for a key that this version does not know, or whose system is not installed
     */
    public static boolean isDefault(String path, String text) {
        return text.equals(fallback(SchemaNode.FILE, path));
    }

    private static @Nullable String fallback(SchemaNode node, String path) {
        return switch (node) {
            case Keys keys ->
                keys.fields().values().stream()
                        .map(field -> fallback(field, path))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
            case BySystem _, Named _ -> {
                String[] way = path.split("\\.", 2);
                SchemaNode below = way.length < 2 ? null : node.find(way[0]);
                yield below == null ? null : fallback(below, way[1]);
            }
            case Free _, One _, Many _, Raw _ -> null;
        };
    }

    /** Finds the default of a path; names of keys may hold dots themselves. */
    private static @Nullable String fallback(Field field, String path) {
        if (path.startsWith(field.name() + ".")) {
            return fallback(field.node(), path.substring(field.name().length() + 1));
        }
        return path.equals(field.name()) && field.node() instanceof One one && !field.required()
                ? ScalarText.format(ScalarText.parse(one.type(), field.key().fallback()))
                : null;
    }
}

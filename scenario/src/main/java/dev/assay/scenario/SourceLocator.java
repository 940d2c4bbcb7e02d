package dev.assay.scenario;

import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where keys stand in a file at one point of its dimensions.
 *
 * @param choices the value of each dimension at the point
 */
record SourceLocator(Tree file, Map<KeyPath, Tree> choices, Source source) {
    /** The span of the key's name or value; where the file leaves the key out, that of the nearest key above it. */
    SourceSpan of(KeyPath key, Part part) {
        Tree tree = file;
        SourceSpan nearest = source.top();
        KeyPath path = KeyPath.TOP;
        for (String segment : key.segments()) {
            Entry entry = tree instanceof Mapping mapping ? mapping.find(segment) : null;
            if (entry == null) {
                return nearest;
            }
            path = path.to(segment);
            nearest = entry.keySpan();
            tree = entry.value();
        }
        return part == Part.NAME ? nearest : choices.getOrDefault(path, tree).span();
    }

    /** What stands at a key, if anything does. */
    static @Nullable Tree find(Tree file, KeyPath key) {
        Tree found = file;
        for (String segment : key.segments()) {
            found = found instanceof Mapping mapping ? mapping.value(segment) : null;
        }
        return found;
    }

    /** The entries of the mapping at a key; none where there is no mapping. */
    static List<Entry> entries(Tree file, KeyPath key) {
        return find(file, key) instanceof Mapping mapping ? mapping.entries() : List.of();
    }
}

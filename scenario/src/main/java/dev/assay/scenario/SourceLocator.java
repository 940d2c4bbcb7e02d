package dev.assay.scenario;

import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import java.util.Map;
import java.util.Optional;

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
            Optional<Entry> entry = tree instanceof Mapping mapping ? mapping.find(segment) : Optional.empty();
            if (entry.isEmpty()) {
                return nearest;
            }
            path = path.to(segment);
            nearest = entry.get().keySpan();
            tree = entry.get().value();
        }
        return part == Part.NAME ? nearest : choices.getOrDefault(path, tree).span();
    }

    /** What stands at a key, if anything does. */
    static Optional<Tree> find(Tree file, KeyPath key) {
        Optional<Tree> found = Optional.of(file);
        for (String segment : key.segments()) {
            found = found.filter(Mapping.class::isInstance)
                    .flatMap(mapping -> ((Mapping) mapping).find(segment))
                    .map(Entry::value);
        }
        return found;
    }
}

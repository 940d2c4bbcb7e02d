package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.Tree.Leaf;
import dev.assay.scenario.Tree.Mapping;
import java.util.List;

/** What varies among the trials of a scenario. */
sealed interface Dimension {
    /** The name that labels and tables show: the path of a key, or a name that stands under {@code sweep}. */
    KeyPath path();

    SourceSpan span();

    /** The number of its values. */
    int size();

    /** The keys that it changes. */
    List<KeyPath> changes();

    /** Whether the dimension is one of a system's trials: not when all that it changes is another system's. */
    default boolean concerns(String system) {
        return changes().stream()
                .anyMatch(key -> !ofOneSystem(key) || key.segments().get(1).equals(system));
    }

    /** Whether it changes how systems are run, and not only what is asked of them. */
    default boolean ofSystems() {
        return changes().stream().anyMatch(Dimension::ofOneSystem);
    }

    private static boolean ofOneSystem(KeyPath key) {
        String first = key.segments().getFirst();
        return key.segments().size() > 1 && (first.equals("systems") || first.equals("settings"));
    }

    /**
     * Values of one key.
     *
     * @param values at least one
     */
    record Listed(KeyPath path, List<Tree> values, SourceSpan span) implements Dimension {
        @Override
        public int size() {
            return values.size();
        }

        @Override
        public List<KeyPath> changes() {
            return List.of(path);
        }
    }

    /**
     * Variants with names.
     *
     * @param variants at least one
     */
    record Variants(KeyPath path, List<Variant> variants, SourceSpan span) implements Dimension {
        @Override
        public int size() {
            return variants.size();
        }

        @Override
        public List<KeyPath> changes() {
            return leaves().stream().map(Leaf::path).toList();
        }

        /** What all variants add, each where it stands. */
        List<Leaf> leaves() {
            return variants.stream()
                    .flatMap(variant -> variant.overlay().leaves().stream())
                    .toList();
        }
    }

    /**
     * One of the variants of a dimension.
     *
     * @param overlay what it adds to the file, from the top
     */
    record Variant(String name, Mapping overlay) {}
}

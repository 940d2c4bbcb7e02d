package dev.assay.scenario;

import dev.assay.model.spec.KeyPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds YAML as written, each part with its source span. */
sealed interface Tree {
    SourceSpan span();

    /**
     * @param text as written, with quotes and escapes resolved; a placeholder where {@code secret} is not null
     * @param absent whether YAML takes it for null, such as nothing after a colon
     * @param secret where the secret value is kept; null when the value is no secret
     */
    record Scalar(
            SourceSpan span,
            String text,
            boolean absent,
            @Nullable SecretReference secret) implements Tree {
        Scalar(SourceSpan span, String text, boolean absent) {
            this(span, text, absent, null);
        }
    }

    record Sequence(SourceSpan span, List<Tree> items) implements Tree {}

    /** Maps keys to values in the order of the text; each key occurs once. */
    final class Mapping implements Tree {
        private final SourceSpan span;
        private final Map<String, Entry> entries;

        Mapping(SourceSpan span, List<Entry> entries) {
            this(span, byKey(entries));
        }

        private Mapping(SourceSpan span, Map<String, Entry> entries) {
            this.span = span;
            this.entries = entries;
        }

        private static Map<String, Entry> byKey(List<Entry> entries) {
            Map<String, Entry> byKey = LinkedHashMap.newLinkedHashMap(entries.size());
            entries.forEach(entry -> byKey.put(entry.key(), entry));
            return byKey;
        }

        @Override
        public SourceSpan span() {
            return span;
        }

        List<Entry> entries() {
            return List.copyOf(entries.values());
        }

        static Mapping empty(SourceSpan span) {
            return new Mapping(span, List.of());
        }

        List<String> keys() {
            return List.copyOf(entries.keySet());
        }

        @Nullable
        Entry find(String key) {
            return entries.get(key);
        }

        @Nullable
        Tree value(String key) {
            Entry entry = entries.get(key);
            return entry == null ? null : entry.value();
        }

        /** Returns the entries whose values are not mappings, or are empty ones, at any depth. */
        List<Leaf> leaves() {
            List<Leaf> leaves = new ArrayList<>();
            collect(this, KeyPath.TOP, leaves);
            return leaves;
        }

        private static void collect(Mapping mapping, KeyPath path, List<Leaf> leaves) {
            for (Entry entry : mapping.entries()) {
                KeyPath below = path.to(entry.key());
                if (entry.value() instanceof Mapping further
                        && !further.entries().isEmpty()) {
                    collect(further, below, leaves);
                } else {
                    leaves.add(new Leaf(below, entry));
                }
            }
        }

        /** Returns this mapping with the entries of {@code other} added; where both have a key, {@code other} wins. */
        Mapping overlaid(Mapping other) {
            Map<String, Entry> changed = new LinkedHashMap<>(entries);
            for (Entry entry : other.entries.values()) {
                changed.merge(
                        entry.key(),
                        entry,
                        (below, over) -> below.value() instanceof Mapping
                                ? new Entry(below.keySpan(), below.key(), overlaid(below.value(), over.value()))
                                : over);
            }
            return new Mapping(span, changed);
        }

        private static Tree overlaid(Tree below, Tree over) {
            boolean nothing = over instanceof Scalar scalar && scalar.absent();
            return below instanceof Mapping mapping && over instanceof Mapping further
                    ? mapping.overlaid(further)
                    : nothing ? below : over;
        }

        Mapping without(String key) {
            Map<String, Entry> remaining = new LinkedHashMap<>(entries);
            remaining.remove(key);
            return new Mapping(span, remaining);
        }

        /** Returns this mapping with one entry added, or replaced where the key is present. */
        Mapping with(Entry entry) {
            Map<String, Entry> changed = new LinkedHashMap<>(entries);
            changed.put(entry.key(), entry);
            return new Mapping(span, changed);
        }
    }

    /** Holds an entry whose value is a scalar, a list or an empty mapping. */
    record Leaf(KeyPath path, Entry entry) {
        /** Tells whether the key has no value. */
        boolean bare() {
            return entry.value() instanceof Mapping || (entry.value() instanceof Scalar scalar && scalar.absent());
        }
    }

    record Entry(SourceSpan keySpan, String key, Tree value) {}
}

package dev.assay.core.scenario.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** YAML as written, each part with its source span. */
sealed interface Tree {
    SourceSpan span();

    /**
     * One value.
     *
     * @param text as written, quotes and escapes resolved
     * @param absent whether YAML takes it for null, such as nothing after a colon
     */
    record Scalar(SourceSpan span, String text, boolean absent) implements Tree {}

    /** A list. */
    record Sequence(SourceSpan span, List<Tree> items) implements Tree {}

    /** Keys with their values, in the order of the text; each key once. */
    record Mapping(SourceSpan span, List<Entry> entries) implements Tree {
        static Mapping empty(SourceSpan span) {
            return new Mapping(span, List.of());
        }

        Optional<Entry> find(String key) {
            return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
        }

        /** This mapping with one entry added, or put in the place of the one with the same key. */
        Mapping with(Entry entry) {
            List<Entry> changed = new ArrayList<>(entries);
            changed.replaceAll(old -> old.key().equals(entry.key()) ? entry : old);
            if (find(entry.key()).isEmpty()) {
                changed.add(entry);
            }
            return new Mapping(span, changed);
        }
    }

    /** A key and its value. */
    record Entry(SourceSpan keySpan, String key, Tree value) {}
}

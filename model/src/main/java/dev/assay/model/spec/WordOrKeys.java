package dev.assay.model.spec;

import org.jspecify.annotations.Nullable;

/** Marks a value that a scenario writes as one word, or with keys of its own: those of a record in it that is {@link Keys}. */
public interface WordOrKeys {
    /** Returns the keys; null where a word says it, which is then its text. */
    @Nullable
    Keys keys();

    /** Holds the keys in place of the word: a record of which each component is one, or with one map for keys of any name. */
    interface Keys extends KeysOf<WordOrKeys> {}
}

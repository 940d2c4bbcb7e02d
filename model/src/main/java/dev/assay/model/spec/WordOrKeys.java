package dev.assay.model.spec;

import org.jspecify.annotations.Nullable;

/** A value that a scenario writes as one word, or with keys of its own: those of a record in it that is {@link Keys}. */
public interface WordOrKeys {
    /** The keys that say it; null where a word does, which is then its text. */
    @Nullable
    Keys keys();

    /** The keys in place of the word: a record of which each component is one, or with one map for keys of any name. */
    interface Keys extends KeysOf<WordOrKeys> {}
}

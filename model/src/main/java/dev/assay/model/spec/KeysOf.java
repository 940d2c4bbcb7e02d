package dev.assay.model.spec;

/** Reads a value from keys of its own that a file has in place of one word: a record inside of the value's type. */
public interface KeysOf<T> {
    /**
     * Returns the value that the keys describe.
     *
     * @throws IllegalArgumentException when they describe none that can be
     */
    T value();
}

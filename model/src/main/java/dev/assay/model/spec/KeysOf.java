package dev.assay.model.spec;

/**
 * The keys by which a file says what a record is that has other components: a record inside of that one.
 *
 * @param <T> the type of what they say
 */
public interface KeysOf<T> {
    /**
     * What they say.
     *
     * @throws IllegalArgumentException when they say nothing that can be
     */
    T value();
}

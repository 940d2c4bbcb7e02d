package dev.assay.model.spec;

import java.util.Map;
import java.util.Optional;

/** Reads a small whole number as run directories hold it. */
public final class WrittenCount {
    private WrittenCount() {}

    /**
     * Returns the number under that key; empty where it is missing or has other than one to three digits, as another version may
     * have written it.
     */
    public static Optional<Integer> of(Map<String, String> keys, String key) {
        return Optional.ofNullable(keys.get(key))
                .filter(text -> text.matches("[0-9]{1,3}"))
                .map(Integer::valueOf);
    }
}

package dev.assay.model.spec;

import java.util.List;

/** Is thrown when a record of a scenario can't have the value of one of its keys. */
public sealed class InvalidValueException extends IllegalArgumentException permits IncompatibleKeysException {
    private static final long serialVersionUID = 1;

    private final transient List<KeyPath> keys;

    InvalidValueException(List<KeyPath> keys, String text) {
        super(text);
        this.keys = List.copyOf(keys);
    }

    /** Returns the keys whose values it comes from, by their paths from the record: first the one to change. */
    public List<KeyPath> keys() {
        return keys;
    }
}

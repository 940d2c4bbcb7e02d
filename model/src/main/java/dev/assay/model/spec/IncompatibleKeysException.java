package dev.assay.model.spec;

import java.util.List;
import java.util.stream.Collectors;

public final class IncompatibleKeysException extends InvalidValueException {
    private static final long serialVersionUID = 1;

    private final transient List<Incompatibility> incompatibilities;

    /** @param keys of the record that was checked, all that were compared with each other */
    IncompatibleKeysException(List<KeyPath> keys, List<Incompatibility> incompatibilities) {
        super(
                keys,
                incompatibilities.stream()
                        .map(one -> one.key() + ": " + one.reason())
                        .collect(Collectors.joining("; ")));
        this.incompatibilities = List.copyOf(incompatibilities);
    }

    /** Returns what does not go together, each with the key to change. */
    public List<Incompatibility> incompatibilities() {
        return incompatibilities;
    }
}

package dev.assay.omb;

import dev.assay.model.spec.KeyPath;
import java.util.List;

/**
 * Describes the fate of a key of another benchmark.
 *
 * @param keys the keys of the scenario that replace it; empty where none does, or none is needed
 * @param note how it differs, why it was refused, or where it comes from; may be empty for a key that is mapped
 */
public record ImportedKey(ForeignKey source, KeyFate fate, List<KeyPath> keys, String note) {
    public ImportedKey {
        if (fate != KeyFate.MAPPED && note.isEmpty()) {
            throw new IllegalArgumentException(
                    "note must say why " + source.name() + " is " + fate.word() + ", but is empty");
        }
        keys = List.copyOf(keys);
    }

    /** Returns the key as refused, once it turned out that the scenario can't say it. */
    ImportedKey refused(String why) {
        return new ImportedKey(source, KeyFate.REFUSED, List.of(), why);
    }
}

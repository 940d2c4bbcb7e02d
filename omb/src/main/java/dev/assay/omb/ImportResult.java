package dev.assay.omb;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of an import.
 *
 * @param scenario the text of a scenario that Assay reads without problems; null where none can be made
 * @param keys what became of each key, file by file
 * @param obstacles the keys without which none can be made; empty where there is one
 */
public record ImportResult(@Nullable String scenario, List<ImportedKey> keys, List<ImportedKey> obstacles) {
    public ImportResult {
        if ((scenario == null) == obstacles.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is either a scenario or an obstacle, but obstacles are " + obstacles);
        }
        keys = List.copyOf(keys);
        obstacles = List.copyOf(obstacles);
    }

    /** How many keys came to that. */
    public long count(KeyFate fate) {
        return keys.stream().filter(key -> key.fate() == fate).count();
    }
}

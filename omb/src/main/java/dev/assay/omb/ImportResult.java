package dev.assay.omb;

import dev.assay.model.spec.KeyPath;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the outcome of an import.
 *
 * @param scenario the text of a scenario that Assay reads without problems; null where none can be made
 * @param keys what became of each key, file by file
 * @param obstacles the keys without which none can be made; empty where there is one
 * @param secrets keys of the scenario that name a file, with its name, which has yet to be written
 */
public record ImportResult(
        @Nullable String scenario, List<ImportedKey> keys, List<ImportedKey> obstacles, Map<KeyPath, String> secrets) {
    public ImportResult {
        if ((scenario == null) == obstacles.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is either a scenario or an obstacle, but obstacles are " + obstacles);
        }
        keys = List.copyOf(keys);
        obstacles = List.copyOf(obstacles);
        secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
    }

    public long count(KeyFate fate) {
        return keys.stream().filter(key -> key.fate() == fate).count();
    }
}

package dev.assay.driver.limit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that a worker can take a value from a caller that is not its owner. */
@FunctionalInterface
public interface ValueShape {
    /**
     * Returns why the value can't be taken, as a phrase that follows the setting's name and does not repeat the value, which may
     * be a secret; null where it can.
     */
    @Nullable
    String objection(String value, Surroundings surroundings);

    /**
     * @param group all settings of the group that the value is of, as the client gets them together
     * @param folders where files may lie
     */
    record Surroundings(Map<String, String> group, AllowedFolders folders) {
        public Surroundings {
            group = Map.copyOf(group);
        }
    }
}

package dev.assay.driver.limit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a value has to look like for a worker to take it from a caller that is not its owner. */
@FunctionalInterface
public interface ValueShape {
    /**
     * Why the value can't be taken, as a phrase that follows the setting's name and does not repeat the value, which may be a
     * secret; empty where it can.
     */
    @Nullable
    String objection(String value, Surroundings surroundings);

    /**
     * What else decides.
     *
     * @param group all settings of the group that the value is of, as the client gets them together
     * @param folders where files may lie
     */
    record Surroundings(Map<String, String> group, AllowedFolders folders) {
        public Surroundings {
            group = Map.copyOf(group);
        }
    }
}

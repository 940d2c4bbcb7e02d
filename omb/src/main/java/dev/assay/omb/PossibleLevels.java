package dev.assay.omb;

import dev.assay.model.durability.DurabilityLevel;
import java.util.List;

/**
 * Holds the durability levels that are possible with another benchmark's file.
 *
 * @param levels at least one: first the one that the file's own cluster most likely gives
 * @param why what speaks for them
 */
record PossibleLevels(List<DurabilityLevel> levels, String why) {
    public PossibleLevels {
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("levels must have at least one, but is empty");
        }
        levels = List.copyOf(levels);
    }

    /** Lists the most likely level first. */
    public static PossibleLevels of(String why, DurabilityLevel... levels) {
        return new PossibleLevels(List.of(levels), why);
    }
}

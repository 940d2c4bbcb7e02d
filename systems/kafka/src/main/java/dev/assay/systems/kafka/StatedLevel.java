package dev.assay.systems.kafka;

import dev.assay.model.durability.DurabilityLevel;
import java.util.Locale;
import java.util.Optional;

/** The durability level that whoever runs a cluster says it gives, or none. */
public enum StatedLevel {
    NONE,
    LEVEL_1,
    LEVEL_2,
    LEVEL_3,
    LEVEL_4;

    /** The level; empty where none is stated. */
    public Optional<DurabilityLevel> level() {
        return this == NONE ? Optional.empty() : Optional.of(DurabilityLevel.valueOf(name()));
    }

    /** The name in scenarios. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

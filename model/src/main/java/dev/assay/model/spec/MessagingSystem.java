package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Describes a kind of system that scenarios can name. Those on the class path are found by {@link ServiceLoader}, and those of
 * plugins are {@linkplain #add added}: all that is known of a system is in its own folder, and nothing else lists systems.
 */
public interface MessagingSystem {
    /** Returns the key under {@code systems} and {@code settings}, which is also the name of the driver: lower-case letters. */
    String name();

    Class<? extends SystemSpec> keys();

    /** Returns keys of {@link #keys()} that have no bearing on whether messages are kept, such as where clients connect. */
    default List<String> irrelevantToDurability() {
        return List.of();
    }

    /**
     * Returns what producers and topics get at a level where a scenario sets nothing else, by the vendor's names; empty where
     * settings have nothing to do with a level.
     *
     * @param copies of each partition
     */
    default Map<String, String> settingsAt(DurabilityLevel level, int copies) {
        return Map.of();
    }

    /** Tells whether servers delete messages of topics that have this setting, by the vendor's name; a scenario that has it is refused. */
    default boolean topicsDelete(String setting, String value) {
        return false;
    }

    /**
     * Writes out what stands for "as many as usual", so that two resolved scenarios that mean the same are equal.
     *
     * @param keys of {@link #keys()} to their text, as this or another version has written them; may be changed
     */
    default void spellOut(Map<String, String> keys) {
        // Most keys say what they mean.
    }

    /** Returns every kind that this process knows, by name. */
    static List<MessagingSystem> installed() {
        return InstalledSystems.all();
    }

    /** Makes a kind of another name known; only before anything has asked for the keys of scenarios. */
    static void add(MessagingSystem kind) {
        InstalledSystems.add(kind);
    }

    static List<String> names() {
        return installed().stream().map(MessagingSystem::name).toList();
    }

    static Optional<MessagingSystem> named(String name) {
        return installed().stream().filter(kind -> kind.name().equals(name)).findFirst();
    }
}

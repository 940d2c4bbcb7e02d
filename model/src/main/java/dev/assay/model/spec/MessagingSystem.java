package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A kind of system that scenarios can name. Those on the class path are found by {@link ServiceLoader}: all that is known of
 * a system is in its own folder, and nothing else lists systems.
 */
public interface MessagingSystem {
    /** Key under {@code systems} and {@code settings}, and the name of the driver: lower-case letters. */
    String name();

    /** The record of the system's keys. */
    Class<? extends SystemSpec> keys();

    /** Keys of {@link #keys()} that have no bearing on whether messages are kept, such as where clients connect. */
    default List<String> irrelevantToDurability() {
        return List.of();
    }

    /**
     * What producers and topics get at a level where a scenario sets nothing else, by the vendor's names; empty where a level is no
     * matter of their settings.
     *
     * @param copies of each partition
     */
    default Map<String, String> settingsAt(DurabilityLevel level, int copies) {
        return Map.of();
    }

    /** Whether servers delete messages of topics that have this setting, by the vendor's name; a scenario that has it is refused. */
    default boolean topicsDelete(String setting, String value) {
        return false;
    }

    /**
     * The same keys with what stands for "as many as usual" written out, so that two resolved scenarios that mean the same are
     * equal.
     *
     * @param keys of {@link #keys()} to their text, as this or another version has written them; may be changed
     */
    default void spellOut(Map<String, String> keys) {
        // Most keys say what they mean.
    }

    /** Every kind on the class path, by name. */
    static List<MessagingSystem> installed() {
        return InstalledSystems.ALL;
    }

    /** The names of {@link #installed()}. */
    static List<String> names() {
        return installed().stream().map(MessagingSystem::name).toList();
    }

    /** The kind of that name, if it is installed. */
    static Optional<MessagingSystem> named(String name) {
        return installed().stream().filter(kind -> kind.name().equals(name)).findFirst();
    }
}

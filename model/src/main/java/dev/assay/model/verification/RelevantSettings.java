package dev.assay.model.verification;

import dev.assay.model.spec.MessagingSystem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds the settings of a scenario that may bear on what a system keeps. Whatever is not known to be irrelevant counts: a
 * verification that is left out does less harm than one of something else. The deployment is relevant: a verification on
 * local servers can't know how those of others are set.
 *
 * @param byPath scenario path to value
 */
record RelevantSettings(Map<String, String> byPath) {
    /** Selects those of one system among all keys of a trial or verification. */
    static RelevantSettings of(String system, Map<String, String> resolved) {
        String ownPrefix = "systems." + system + ".";
        String passed = "settings." + system + ".";
        Map<String, String> keys = new LinkedHashMap<>();
        TreeMap<String, String> relevant = new TreeMap<>();
        resolved.forEach((path, value) -> {
            if (path.startsWith(ownPrefix)) {
                keys.put(path.substring(ownPrefix.length()), value);
            } else if (path.startsWith(passed) && isStored(path.substring(passed.length()))) {
                relevant.put(path, value);
            }
        });
        MessagingSystem.named(system).ifPresent(kind -> {
            kind.spellOut(keys);
            kind.irrelevantToDurability().forEach(keys::remove);
        });
        keys.forEach((key, value) -> relevant.put(ownPrefix + key, value));
        return new RelevantSettings(relevant);
    }

    /**
     * Tells whether a setting passed to the system may bear on what is stored: those common to all clients and those of
     * consumers do not.
     */
    private static boolean isStored(String passed) {
        return passed.startsWith("producer.") || passed.startsWith("topic.") || passed.startsWith("broker.");
    }
}

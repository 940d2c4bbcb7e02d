package dev.assay.report.text;

import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialRecord;
import java.util.Optional;

/** What was measured, in words. */
public final class SystemText {
    private SystemText() {}

    /** System and version, such as {@code memory built-in}. */
    public static String name(SystemIdentity system) {
        return system.system() + " " + system.serverVersion();
    }

    /** Where it ran, such as {@code local, 3 nodes}. */
    public static String deployment(SystemIdentity system) {
        return system.deployment()
                + (system.nodes() == 0 ? ", number of nodes unknown" : ", " + Formats.counted(system.nodes(), "node"));
    }

    /** The disks of its nodes, where they were not the usual one; emulated ones are called so. */
    public static Optional<String> disks(TrialRecord trial) {
        return trial.plan().disks().describe();
    }

    /** The durability level, what it is worth where that is something else, and what is promised in the end. */
    public static String durability(DurabilityStatement durability) {
        return durability + ": " + durability.meaning();
    }
}

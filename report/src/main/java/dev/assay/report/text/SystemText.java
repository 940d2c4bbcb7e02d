package dev.assay.report.text;

import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialRecord;
import java.util.Optional;

public final class SystemText {
    private SystemText() {}

    /** Writes system and version, such as {@code memory built-in}. */
    public static String name(SystemIdentity system) {
        return system.system() + " " + system.serverVersion();
    }

    /** Writes where the system ran, such as {@code local, 3 nodes}. */
    public static String deployment(SystemIdentity system) {
        return system.deployment()
                + (system.nodes() == 0 ? ", number of nodes unknown" : ", " + Formats.counted(system.nodes(), "node"));
    }

    /** Describes the disks of the system's nodes, where they were not the usual one; emulated disks are labelled. */
    public static Optional<String> disks(TrialRecord trial) {
        return trial.plan().disks().describe();
    }

    /** Writes the durability level, its effective level where that differs, and the guarantee. */
    public static String durability(DurabilityStatement durability) {
        return durability + ": " + durability.meaning();
    }
}

package dev.assay.core.scenario;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;

/** One point of a scenario: everything that one trial needs to know, with no list left in it. */
public record TrialSpec(
        SystemSpec system, DurabilityLevel durability, Workload workload, Timing timing, VendorSettings settings) {
    /** What the durability that is asked for is worth on this system with these settings. */
    public DurabilityStatement durabilityStatement() {
        return system.durability(durability, settings);
    }
}

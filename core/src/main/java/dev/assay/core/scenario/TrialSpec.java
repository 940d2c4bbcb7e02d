package dev.assay.core.scenario;

import dev.assay.core.durability.DurabilityLevel;

/** One point of a scenario: everything that one trial needs to know, with no list left in it. */
public record TrialSpec(
        SystemSpec system, DurabilityLevel durability, Workload workload, Timing timing, VendorSettings settings) {}

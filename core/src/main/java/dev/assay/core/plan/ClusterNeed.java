package dev.assay.core.plan;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.scenario.TrialSpec;
import java.util.Map;

/** What makes a cluster another one: trials with equal needs can be measured on the same. */
public record ClusterNeed(SystemSpec system, Map<String, String> brokerSettings, DurabilityLevel durability) {
    /** What a trial needs. */
    public static ClusterNeed of(TrialSpec spec) {
        return new ClusterNeed(spec.system(), spec.settings().broker(), spec.durability());
    }
}

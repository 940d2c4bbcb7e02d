package dev.assay.scenario.plan;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import java.util.Map;

/**
 * What makes a cluster another one: trials with equal needs can be measured on the same.
 *
 * @param durability the level that servers are set up by
 */
public record ClusterNeed(SystemSpec system, Map<String, String> brokerSettings, DurabilityLevel durability) {
    /** What a trial needs. */
    public static ClusterNeed of(TrialSpec spec) {
        return new ClusterNeed(
                spec.system(), spec.settings().broker(), spec.system().levelOfServers(spec.durability()));
    }
}

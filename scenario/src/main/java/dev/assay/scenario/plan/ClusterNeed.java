package dev.assay.scenario.plan;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import java.util.Map;

/**
 * Describes the cluster that a trial needs; trials with equal needs can share one.
 *
 * @param durability the level for which the servers are set up
 */
public record ClusterNeed(SystemSpec system, Map<String, String> brokerSettings, DurabilityLevel durability) {
    public static ClusterNeed of(TrialSpec spec) {
        return new ClusterNeed(
                spec.system(), spec.settings().broker(), spec.system().levelOfServers(spec.durability()));
    }
}

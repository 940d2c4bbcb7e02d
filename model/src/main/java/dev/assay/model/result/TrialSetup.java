package dev.assay.model.result;

import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.spec.EffectiveConfig;
import java.util.List;

/**
 * @param durability the level that was asked for, and the one that the values stand for
 * @param cluster what the cluster had behind it
 * @param workers names of the workers that took part
 * @param hosts the machines that took part, the coordinator's included
 * @param clockErrorNanos how far the workers' clocks may have been apart during the load; 0 on one host
 */
public record TrialSetup(
        SystemIdentity system,
        DurabilityStatement durability,
        EffectiveConfig config,
        ClusterHistory cluster,
        List<String> workers,
        List<TrialHost> hosts,
        long clockErrorNanos) {
    public TrialSetup {
        workers = List.copyOf(workers);
        hosts = List.copyOf(hosts);
    }
}

package dev.assay.run;

import dev.assay.cluster.node.Cluster;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Redactor;
import java.util.HashMap;
import java.util.Map;

/** The settings of servers that Assay started, beside those that the driver read back. */
public final class ServerSettings {
    private ServerSettings() {}

    /** The clients' and topics' settings with those of the cluster's nodes. */
    public static EffectiveConfig added(EffectiveConfig config, Cluster cluster) {
        return added(config, cluster, Map.of());
    }

    /**
     * The same with what the machines of servers are that others run.
     *
     * @param machines their facts by their names
     */
    static EffectiveConfig added(EffectiveConfig config, Cluster cluster, Map<String, Map<String, String>> machines) {
        Map<String, Map<String, String>> groups = new HashMap<>(config.groups());
        machines.forEach((host, facts) -> groups.put("machine " + host, facts));
        cluster.serverSettings()
                .forEach((node, settings) ->
                        groups.put("node " + node, Redactor.of(settings).masked(settings)));
        if (!cluster.origin().isEmpty()) {
            groups.put("cluster", cluster.origin());
        }
        Map<String, String> overrides = new HashMap<>(config.overrides());
        cluster.overrides().forEach((setting, reason) -> overrides.put("node " + setting, reason));
        Redactor known = ProcessRedactor.known();
        groups.replaceAll((group, settings) -> known.masked(settings));
        overrides.replaceAll((setting, reason) -> known.masked(reason));
        return new EffectiveConfig(groups, overrides);
    }
}

package dev.assay.run.deployment;

import dev.assay.cluster.node.Cluster;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.secret.ProcessRedactor;
import java.util.HashMap;
import java.util.Map;

/**
 * Adds the settings of servers to those that the driver read back: all of servers that Assay started, and of others those that differ from
 * the scenario.
 */
public final class ServerSettings {
    private ServerSettings() {}

    public static EffectiveConfig added(EffectiveConfig config, Cluster cluster, TrialSpec spec) {
        return added(config, cluster, spec, Map.of());
    }

    /** @param machines their facts by their names */
    public static EffectiveConfig added(
            EffectiveConfig config, Cluster cluster, TrialSpec spec, Map<String, Map<String, String>> machines) {
        Map<String, Map<String, String>> groups = new HashMap<>(config.groups());
        machines.forEach((host, facts) -> groups.put("machine " + host, facts));
        cluster.serverSettings()
                .forEach((node, settings) ->
                        groups.put("node " + node, Redactor.of(settings).masked(settings)));
        if (!cluster.origin().isEmpty()) {
            groups.put(EffectiveConfig.STARTED_BY_ASSAY, cluster.origin());
        }
        Map<String, String> overrides = new HashMap<>(config.overrides());
        if (spec.system().deployment() == Deployment.EXISTING
                && cluster.origin().isEmpty()) {
            EffectiveConfig reported = inTheScenariosWords(config, spec);
            groups.putAll(reported.groups());
            addOtherwise(reported, spec.settings().broker(), groups, overrides);
        }
        if (!spec.notes().isEmpty()) {
            groups.put(EffectiveConfig.NOTES, spec.notes());
        }
        Map<String, String> deleting = spec.system().deleting(config);
        if (!deleting.isEmpty()) {
            groups.put(EffectiveConfig.DELETING, deleting);
        }
        cluster.overrides().forEach((setting, reason) -> overrides.put("node " + setting, reason));
        Redactor known = ProcessRedactor.known();
        groups.replaceAll((group, settings) -> known.masked(settings));
        overrides.replaceAll((setting, reason) -> known.masked(reason));
        return new EffectiveConfig(groups, overrides);
    }

    /** Writes each server setting that equals the scenario's in the scenario's own form. */
    private static EffectiveConfig inTheScenariosWords(EffectiveConfig config, TrialSpec spec) {
        Map<String, String> reported = new HashMap<>(config.groups().getOrDefault(EffectiveConfig.BROKER, Map.of()));
        spec.settings()
                .broker()
                .forEach((name, value) -> reported.computeIfPresent(
                        name, (_, actual) -> spec.system().isSame(name, value, actual) ? value : actual));
        return reported.isEmpty()
                ? config
                : new EffectiveConfig(Map.of(EffectiveConfig.BROKER, reported), config.overrides());
    }

    private static void addOtherwise(
            EffectiveConfig config,
            Map<String, String> scenarioSettings,
            Map<String, Map<String, String>> groups,
            Map<String, String> overrides) {
        Map<String, String> reported = new HashMap<>(groups.getOrDefault(EffectiveConfig.BROKER, Map.of()));
        config.otherwise(scenarioSettings).forEach((name, actual) -> {
            reported.put(name, actual);
            overrides.put(
                    EffectiveConfig.BROKER + "." + name,
                    "the scenario has " + scenarioSettings.get(name)
                            + ", which Assay can't set on an existing cluster");
        });
        if (!reported.isEmpty()) {
            groups.put(EffectiveConfig.BROKER, reported);
        }
    }
}

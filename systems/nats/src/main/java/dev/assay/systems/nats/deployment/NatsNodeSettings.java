package dev.assay.systems.nats.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Recipe;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.nats.NatsServerValues;
import dev.assay.systems.nats.NatsSettingRules;
import dev.assay.systems.nats.NatsSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds each node's configuration: its place in the cluster, what durability needs, and the user's settings, which win. Names of settings
 * within a block are written with a dot, as {@code jetstream.sync_interval}.
 */
record NatsNodeSettings(NatsSpec spec, DurabilityLevel durability, Map<String, String> chosenByUser) {
    /** @throws DeploymentException when the user's settings contradict how Assay builds a cluster */
    NatsNodeSettings {
        chosenByUser = Collections.unmodifiableMap(new TreeMap<>(chosenByUser));
        Recipe.refuseAssaysOwn("nats", chosenByUser.keySet(), NatsSettingRules::isAssaysOwn);
    }

    Map<String, String> of(Place node, List<Place> all) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server_name", node.name());
        settings.put("listen", node.address(NatsRecipe.CLIENT));
        settings.put("http", node.address(NatsRecipe.MONITOR));
        if (all.size() > 1) {
            settings.put("cluster.name", "assay-" + all.getFirst().port(NatsRecipe.CLUSTER));
            settings.put("cluster.listen", node.address(NatsRecipe.CLUSTER));
            settings.put(
                    "cluster.routes",
                    all.stream()
                            .map(each -> NatsServerValues.quoted("nats-route://" + each.address(NatsRecipe.CLUSTER)))
                            .collect(Collectors.joining(", ", "[", "]")));
        }
        settings.put("jetstream.store_dir", NatsRecipe.store(node).toString());
        settings.putAll(spec.serverSettings(durability));
        settings.putAll(chosenByUser);
        return Collections.unmodifiableMap(settings);
    }

    /**
     * Returns the lines of a configuration file: settings without dots as they are, and those with a dot in a block for the part before it.
     */
    static Map<String, String> block(Map<String, String> settings) {
        Map<String, String> literals = new LinkedHashMap<>();
        settings.forEach((name, value) -> literals.put(name, NatsServerValues.literal(name, value)));
        return nested(literals);
    }

    private static Map<String, String> nested(Map<String, String> literals) {
        Map<String, Map<String, String>> inner = new LinkedHashMap<>();
        Map<String, String> block = new LinkedHashMap<>();
        literals.forEach((name, literal) -> {
            int dot = name.indexOf('.');
            if (dot < 0) {
                block.put(name, literal);
            } else {
                inner.computeIfAbsent(name.substring(0, dot), _ -> new LinkedHashMap<>())
                        .put(name.substring(dot + 1), literal);
            }
        });
        inner.forEach((name, values) -> block.put(
                name,
                nested(values).entrySet().stream()
                        .map(each -> each.getKey() + ": " + each.getValue())
                        .collect(Collectors.joining(", ", "{ ", " }"))));
        return block;
    }

    Map<String, String> overrides() {
        Map<String, String> reasons = new LinkedHashMap<>();
        spec.serverSettings(durability)
                .forEach((name, value) ->
                        reasons.put(name, value + ", as durability " + durability + " needs: " + durability.meaning()));
        spec.disks().describe().ifPresent(disks -> reasons.put("jetstream.store_dir", disks));
        chosenByUser.keySet().forEach(key -> reasons.put(key, "set in the scenario"));
        return Collections.unmodifiableMap(reasons);
    }
}

package dev.assay.run.coordinator;

import dev.assay.model.spec.EffectiveConfig;
import java.util.HashMap;
import java.util.Map;

/** Puts together what the workers read back. */
final class ConfigMerge {
    private ConfigMerge() {}

    /** All settings of both; where they differ, as in client ids, the first worker's. */
    static EffectiveConfig merge(EffectiveConfig first, EffectiveConfig second) {
        Map<String, Map<String, String>> groups = new HashMap<>();
        second.groups().forEach((group, settings) -> groups.put(group, new HashMap<>(settings)));
        first.groups()
                .forEach((group, settings) ->
                        groups.computeIfAbsent(group, name -> new HashMap<>()).putAll(settings));
        Map<String, String> overrides = new HashMap<>(second.overrides());
        overrides.putAll(first.overrides());
        return new EffectiveConfig(groups, overrides);
    }
}

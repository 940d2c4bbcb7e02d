package dev.assay.cli.run;

import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** @param common by system, the settings that all of its trials have alike */
record PlannedSettings(Map<String, Map<String, String>> common) {
    static PlannedSettings of(Plan plan) {
        Map<String, Map<String, String>> common = new LinkedHashMap<>();
        for (PlannedTrial trial : plan.trials()) {
            Map<String, String> settings = trial.spec().vendorSettings();
            String system = trial.spec().system().system();
            if (common.containsKey(system)) {
                common.get(system).entrySet().retainAll(settings.entrySet());
            } else {
                common.put(system, settings);
            }
        }
        return new PlannedSettings(common);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        common.forEach((system, settings) -> {
            if (!settings.isEmpty()) {
                lines.add("settings of " + system + ": " + text(settings));
            }
        });
        return lines;
    }

    /** Returns a trial's further settings after two spaces, without those shown as dimensions; empty where there are none. */
    String further(PlannedTrial trial) {
        String system = trial.spec().system().system();
        Map<String, String> settings = trial.spec().vendorSettings();
        settings.entrySet().removeAll(common.getOrDefault(system, Map.of()).entrySet());
        settings.keySet().removeIf(setting -> trial.dimensions().containsKey("settings." + system + "." + setting));
        return settings.isEmpty() ? "" : "  " + text(settings);
    }

    private static String text(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(", "));
    }
}

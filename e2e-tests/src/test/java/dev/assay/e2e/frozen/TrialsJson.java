package dev.assay.e2e.frozen;

import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.verification.PlannedVerification;
import dev.assay.scenario.verification.VerificationPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes planned trials as JSON, a key in each line, as their records resolve the scenario. Values equal to an earlier
 * trial's are written there only.
 */
final class TrialsJson {
    private final Map<Map<String, String>, Integer> known = new HashMap<>();
    private final List<String> trials = new ArrayList<>();

    private TrialsJson() {}

    static String of(Plan plan) {
        TrialsJson json = new TrialsJson();
        plan.trials().forEach(trial -> json.add(trial, Map.of()));
        return json.text();
    }

    static String of(VerificationPlan plan) {
        TrialsJson json = new TrialsJson();
        for (PlannedVerification one : plan.verifications()) {
            Map<String, String> own = new LinkedHashMap<>();
            own.put("fault", one.fault().toString());
            own.put("level", one.level().toString());
            own.put("durability", one.durability().toString());
            own.put("control", String.valueOf(one.control()));
            json.add(one.load(), own);
        }
        return json.text();
    }

    private void add(PlannedTrial trial, Map<String, String> own) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("number", String.valueOf(trial.number()));
        fields.put("folder", quoted(trial.folder()));
        fields.put("repetition", String.valueOf(trial.repetition()));
        own.forEach((key, value) -> fields.put(key, quoted(value)));
        fields.put("dimensions", object(trial.dimensions()));
        Map<String, String> resolved = TrialText.keys(trial.spec());
        Integer earlier = known.putIfAbsent(resolved, trial.number());
        fields.put("resolved", earlier == null ? object(resolved) : quoted("as of trial " + earlier));
        fields.put("seed", String.valueOf(trial.seed())); // The seed is last, as it derives from all of the others.
        trials.add(fields.entrySet().stream()
                .map(field -> "  " + quoted(field.getKey()) + ": " + field.getValue())
                .collect(Collectors.joining(",\n", "{\n", "\n}")));
    }

    private String text() {
        return trials.stream().collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private static String object(Map<String, String> texts) {
        return texts.isEmpty()
                ? "{}"
                : texts.entrySet().stream()
                        .map(text -> "    " + quoted(text.getKey()) + ": " + quoted(text.getValue()))
                        .collect(Collectors.joining(",\n", "{\n", "\n  }"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}

package dev.assay.cli.card;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.report.card.IdentifyingText;
import dev.assay.report.card.Lock;
import dev.assay.scenario.PayloadFiles;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the overrides of a scenario, such as {@code systems.NAME.nodes=1}, with which a run itself starts a cluster equal to
 * the one that {@code assay cluster up} had started for the recorded run.
 */
final class ClusterOverrides {
    private ClusterOverrides() {}

    /** Returns none where no such cluster was measured, the scenario alone asks for it, or this build can't read the scenario. */
    static List<String> of(RunAnalysis run, Lock lock) {
        List<TrialRecord> warm = run.trials().stream()
                .map(TrialAnalysis::trial)
                .filter(Lock::isWarm)
                .toList();
        if (warm.isEmpty()) {
            return List.of();
        }
        Map<String, Map<String, String>> planned = new HashMap<>();
        try {
            plan(run.run(), lock)
                    .trials()
                    .forEach(trial -> planned.putIfAbsent(trial.label(), TrialText.keys(trial.spec())));
        } catch (ScenarioException | CommandFailure e) {
            return List.of(); // Users of the card learn what prevents a run.
        }
        Set<String> overrides = new LinkedHashSet<>();
        for (TrialRecord trial : warm) {
            Map<String, String> scenario = planned.get(trial.identity().label());
            if (scenario != null) {
                overrides.addAll(otherwise(trial, scenario));
            }
        }
        return List.copyOf(overrides);
    }

    private static List<String> otherwise(TrialRecord trial, Map<String, String> scenario) {
        String system = "systems." + trial.system().system() + ".";
        List<String> overrides = new ArrayList<>();
        trial.plan().resolved().forEach((key, value) -> {
            boolean place =
                    key.startsWith(system) && (key.equals(system + "deployment") || IdentifyingText.isPlace(key));
            boolean known = scenario.containsKey(key) || key.startsWith("settings.");
            if (known && !place && !value.equals(scenario.get(key))) {
                overrides.add(key + "=" + value);
            }
        });
        return overrides;
    }

    private static Plan plan(RunRecord run, Lock lock) throws ScenarioException {
        if (StudyFile.isStudy(run.scenarioText())) {
            return CommandFailure.reading("", () -> StudyRequest.of(run.overrides()))
                    .plan(new StudyFile("study", run.scenarioText()))
                    .plan();
        }
        return ScenarioFile.read(
                        run.scenario(),
                        run.scenarioText(),
                        run.overrides(),
                        new LinkedHashSet<>(lock.systems()),
                        List.of(),
                        PayloadFiles.NONE)
                .plan();
    }
}

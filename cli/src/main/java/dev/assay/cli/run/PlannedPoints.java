package dev.assay.cli.run;

import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What trials without a result were to measure. Finished trials of the same label say so; where there is none, because all of a point failed,
 * the scenario that the run keeps does, as far as this version of Assay reads it.
 */
final class PlannedPoints {
    private PlannedPoints() {}

    /**
     * The same trials, with what they were to measure where it can be told.
     *
     * @param finished labels of the trials that have a result
     */
    static List<UnfinishedTrial> named(RunRecord run, List<UnfinishedTrial> missing, Set<String> finished) {
        if (missing.stream().allMatch(trial -> finished.contains(trial.label()))) {
            return missing;
        }
        Map<String, Point> points = points(run);
        return missing.stream()
                .map(trial -> Optional.ofNullable(points.get(trial.label()))
                        .map(trial::of)
                        .orElse(trial))
                .toList();
    }

    private static Map<String, Point> points(RunRecord run) {
        Map<String, Point> points = new HashMap<>();
        if (StudyFile.isStudy(run.scenarioText())) {
            return points;
        }
        List<String> systems = run.choices().map(RunChoices::systems).orElse(List.of());
        try {
            // What a file of payloads contains makes no other points.
            List<PlannedTrial> planned = ScenarioFile.read(
                            run.scenario(),
                            run.scenarioText(),
                            run.overrides(),
                            new LinkedHashSet<>(systems),
                            List.of(),
                            _ -> "payload")
                    .plan()
                    .trials();
            planned.forEach(trial -> points.putIfAbsent(
                    trial.label(), new Point(trial.spec().system().system(), trial.dimensions())));
        } catch (ScenarioException | IllegalArgumentException _) {
            points.clear(); // Another version of Assay wrote it, or it is on a cluster that is gone.
        }
        return points;
    }
}

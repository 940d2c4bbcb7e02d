package dev.assay.run.trial;

import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.UnfinishedTrial.Point;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs the in-memory system in virtual time and writes whole run directories. */
public final class VirtualRuns {
    private VirtualRuns() {}

    /** Runs trials of a scenario, which all finish. */
    public static RunDirectory of(Path base, String scenario, List<PlannedTrial> trials) throws Exception {
        return of(base, scenario, trials, Map.of("cpu.model", "a processor"), VirtualTrials::new);
    }

    /**
     * Runs trials of a scenario on a machine with the given facts.
     *
     * @param each runs one trial
     */
    public static RunDirectory of(
            Path base,
            String scenario,
            List<PlannedTrial> trials,
            Map<String, String> environment,
            Supplier<VirtualTrials> each)
            throws Exception {
        RunDirectory directory = RunDirectory.create(base, "virtual", Instant.EPOCH);
        directory.write(new RunRecord(
                directory.id(),
                "virtual",
                scenario,
                List.of(),
                List.of(),
                Instant.EPOCH.toString(),
                "0.1.0",
                environment,
                Map.of(),
                List.of(),
                trials.stream().map(PlannedTrial::folder).toList(),
                Optional.of(conditions(trials)),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED));
        for (PlannedTrial trial : trials) {
            try (TrialWriter files = directory.begin(trial.folder())) {
                each.get().run(trial, files);
            }
        }
        return directory;
    }

    private static RunConditions conditions(List<PlannedTrial> trials) {
        Map<String, Point> points = new LinkedHashMap<>();
        for (PlannedTrial trial : trials) {
            points.putIfAbsent(trial.label(), new Point(trial.spec().system().system(), trial.dimensions()));
        }
        return new RunConditions("0.1.0", "1 block", 1, List.of(), List.of(), 1, WorkerPlaces.NONE, 0, points);
    }
}

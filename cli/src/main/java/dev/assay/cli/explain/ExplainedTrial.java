package dev.assay.cli.explain;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.RunChoices;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.run.Secrets;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The trial of a run that is to be explained, with what it takes to measure it again.
 *
 * @param analysis its values
 * @param choices of its run
 * @param planned what it was to measure
 */
public record ExplainedTrial(TrialAnalysis analysis, RunChoices choices, PlannedTrial planned) {
    private static final String RATE = "workload.rate";

    /** Reads a scenario with overrides, as those of the run were read. */
    @FunctionalInterface
    public interface Reader {
        /** The scenario, under the name that problems are reported under. */
        ScenarioFile read(String fileName, String text, List<String> overrides, List<String> systems)
                throws ScenarioException;
    }

    /**
     * That trial of a run.
     *
     * @param asked its number, or its folder; empty for the only point of the run
     * @throws CommandFailure where it is not clear which, or it can't be measured again
     */
    public static ExplainedTrial of(RunAnalysis run, @Nullable String asked, Reader reader) throws ScenarioException {
        RunRecord record = run.run();
        RunChoices choices = record.choices()
                .orElseThrow(
                        () -> refused(
                                record,
                                "it does not record how it was started, because a verification or an earlier version of Assay made it"));
        if (StudyFile.isStudy(record.scenarioText())) {
            throw refused(record, "it belongs to a study: run one of its cells as a scenario, and explain that run");
        }
        if (Secrets.isMasked(record.scenarioText())
                || record.overrides().stream().anyMatch(Secrets::isMasked)) {
            throw refused(record, "its scenario contains secrets, which are not stored; use a cluster without them");
        }
        TrialAnalysis trial = chosen(run, asked);
        List<String> overrides = new ArrayList<>(record.overrides());
        Map<String, String> dimensions = new HashMap<>(trial.trial().dimensions());
        if (!record.capacities().isEmpty()) {
            // A trial of a search: the rate that it was asked for takes the place of the search.
            String rate = dimensions.remove(RATE);
            if (rate != null) {
                overrides.add(RATE + "=" + rate);
            }
        }
        Plan plan = reader.read(choices.scenarioFile(), record.scenarioText(), overrides, choices.systems())
                .plan();
        return new ExplainedTrial(trial, choices, planned(plan, trial.trial(), dimensions, record));
    }

    private static CommandFailure refused(RunRecord run, String why) {
        return new CommandFailure(ExitCode.BAD_INPUT, run.id() + " can't be explained: " + why);
    }

    private static TrialAnalysis chosen(RunAnalysis run, @Nullable String asked) {
        if (asked != null) {
            return run.trials().stream()
                    .filter(trial -> trial.trial().folder().equals(asked)
                            || String.valueOf(trial.trial().number()).equals(asked))
                    .findFirst()
                    .orElseThrow(() -> new CommandFailure(
                            ExitCode.BAD_INPUT,
                            "--trial: " + run.run().id() + " has no finished trial '" + asked + "'; it has "
                                    + folders(run)));
        }
        long points = run.trials().stream()
                .map(trial -> trial.trial().label())
                .distinct()
                .count();
        if (points != 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    run.run().id() + " measured " + points
                            + " different things: choose the trial to explain with --trial and one of "
                            + folders(run));
        }
        return run.trials().getFirst();
    }

    private static String folders(RunAnalysis run) {
        return run.trials().stream().map(trial -> trial.trial().folder()).collect(Collectors.joining(", "));
    }

    private static PlannedTrial planned(
            Plan plan, TrialRecord trial, Map<String, String> dimensions, RunRecord record) {
        return plan.trials().stream()
                .filter(planned ->
                        planned.spec().system().system().equals(trial.system().system())
                                && planned.dimensions().equals(dimensions))
                .findFirst()
                .orElseThrow(() -> refused(
                        record, "its scenario no longer plans " + trial.folder() + " with this version of Assay"));
    }
}

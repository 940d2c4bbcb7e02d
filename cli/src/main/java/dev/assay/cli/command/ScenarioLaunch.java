package dev.assay.cli.command;

import dev.assay.cli.command.Launcher.Ended;
import dev.assay.cli.run.Reporting;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.launch.Resumption;
import dev.assay.run.stage.RunStage;
import dev.assay.run.trial.TrialsStage;
import dev.assay.run.verify.VerificationStage;
import dev.assay.run.verify.VerifiedByStage;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.store.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Launches a scenario: its verifications first, if it asks for them, then its trials. */
final class ScenarioLaunch implements FileLaunch {
    private final LaunchChoice choice;
    private final String file;
    private final String text;
    private final List<String> overrides;

    /** @param overrides of the scenario, in their order */
    ScenarioLaunch(LaunchChoice choice, String file, String text, List<String> overrides) {
        this.choice = choice;
        this.file = file;
        this.text = text;
        this.overrides = List.copyOf(overrides);
    }

    @Override
    public int start() throws ScenarioException {
        PlannedRun run = planned();
        choice.keep.check(run.plan());
        return kept(new Launcher(choice).start(run));
    }

    @Override
    public int resume(Resumption run) throws ScenarioException {
        PlannedRun planned = planned();
        choice.keep.check(planned.plan());
        return kept(new Launcher(choice).resume(run, planned));
    }

    private int kept(Ended ended) {
        if (ended.outcome().trouble() == ExitCode.OK) {
            choice.keep.keep(ended.directory(), choice.people());
        }
        return ended.code(choice.strict);
    }

    @Override
    public int again() throws ScenarioException {
        return start();
    }

    @Override
    public int inPods(String place) throws ScenarioException {
        return new Launcher(choice).inPods(place, planned());
    }

    private PlannedRun planned() throws ScenarioException {
        ScenarioFile scenario = choice.changes.read(file, text, overrides, choice.on.clusters());
        choice.on.refuseVerifications(scenario);
        Plan plan = scenario.plan();
        List<RunStage> before = choice.verifiedBy == null ? List.of() : List.of(cited(choice.verifiedBy, plan));
        return PlannedRun.of(file, text, overrides, choice.changes.systems, scenario.seed(), plan, load -> {
            List<RunStage> stages = new ArrayList<>(before);
            stages.addAll(stages(
                    scenario,
                    plan,
                    new TrialsStage(plan, load)
                            .within(choice.budget().orElse(null))
                            .ignoringAlarms(choice.ignoreAlarms)));
            return stages;
        });
    }

    private static RunStage cited(Path run, Plan plan) {
        try {
            return VerifiedByStage.of(Reporting.open(Reporting.named(run)), plan);
        } catch (CommandFailure | StoreException | IllegalArgumentException e) {
            throw CommandFailure.badInput("--verified-by: " + e.getMessage(), e);
        }
    }

    static List<RunStage> stages(ScenarioFile scenario, Plan plan, TrialsStage trials) {
        return scenario.verify()
                ? List.of(VerificationStage.onThisMachine(VerifyCommand.plan(scenario)), trials)
                : List.of(trials);
    }
}

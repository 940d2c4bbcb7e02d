package dev.assay.cli.command;

import dev.assay.cli.run.PlanText;
import dev.assay.run.RecordedOutput;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.WorkerAdvice;
import dev.assay.run.WorkerRefusals;
import dev.assay.run.WrittenData;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.verify.VerificationPlanText;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.verification.VerificationPlan;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what a run would do, and runs nothing. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what a scenario would run, without running it.",
            "Shows its trials and verifications, how long they take and what they need."
        })
public final class PlanCommand implements Callable<Integer> {
    @Mixin
    private ScenarioOptions scenario = new ScenarioOptions();

    @Mixin
    private ClusterChoice on = new ClusterChoice();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of workers that the run would have; idle ones are reported (default: 1).")
    private int workers = 1;

    @Option(
            names = "--worker",
            paramLabel = "HOST:PORT",
            description = "A worker that the run would use instead; says if a system can't serve it. Repeatable.")
    private List<String> remote = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        if (workers < 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "there must be at least one worker, but --workers is " + workers);
        }
        ScenarioFile file = scenario.read(scenario.text(), on.clusters());
        on.refuseVerifications(file);
        Plan plan = file.plan();
        WorkerChoice choice = WorkerRefusals.checked(new WorkerChoice(workers, remote), plan);
        PrintWriter out = spec.commandLine().getOut();
        out.print(PlanText.of(plan));
        WrittenData.of(plan).lines().forEach(out::println);
        RecordedOutput.of(plan, choice.count()).line().ifPresent(out::println);
        out.println(WorkerAdvice.heaps(plan, choice.count()));
        WorkerAdvice.sharing(plan, choice.count()).ifPresent(out::println);
        WorkerAdvice.of(plan, choice.count()).forEach(out::println);
        String verifications = verifications(file);
        if (verifications != null) {
            out.print(System.lineSeparator() + verifications);
        }
        out.flush();
        return 0;
    }

    /** Those that 'run' executes first where the scenario wants that, else those that 'verify' makes of its faults. */
    private @Nullable String verifications(ScenarioFile file) {
        if (on.isMade() || (!file.verify() && file.faults().choices().isEmpty())) {
            return null;
        }
        VerificationPlan plan = VerifyCommand.plan(file, file.verify() ? 1 : file.repeat());
        return VerificationPlanText.here(plan).text(file.verify());
    }
}

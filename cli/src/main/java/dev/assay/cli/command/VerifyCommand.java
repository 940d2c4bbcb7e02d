package dev.assay.cli.command;

import dev.assay.cli.command.LaunchTable.Kind;
import dev.assay.cli.run.NamedFiles;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.FaultChoices;
import dev.assay.run.verify.VerificationStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.verification.VerificationPlan;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        modelTransformer = VerifyCommand.Options.class,
        mixinStandardHelpOptions = true,
        description = {
            "Verifies durability by injecting faults into local clusters.",
            "Every acknowledged message is accounted for.",
            "For each system, level and fault of the scenario, a fault hits the cluster while messages are in flight;",
            "--set faults=power-all,kill-all and --set repeat=N say which, and how often.",
            "Loss of power, a full disk and partitions need root; without it they are refused and the rest runs."
        })
public final class VerifyCommand extends TerminalCommand {
    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            converter = NamedFiles.OfScenario.class,
            description = "The scenario: a file (YAML), or a name ('assay list' lists them).")
    private Path path = Path.of("scenario.yaml");

    @Mixin
    private LaunchChoice choice = new LaunchChoice();

    private static final Set<Kind> KINDS = EnumSet.of(Kind.VERIFICATION);

    static final class Options implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            return LaunchTable.withoutRefused(command, KINDS);
        }
    }

    @Override
    protected ExitCode run() throws ScenarioException {
        LaunchTable.check(choice.spec.commandLine().getParseResult(), KINDS);
        String text = ScenarioChanges.text(path);
        ScenarioFile file = choice.changes.read(path.toString(), text, List.of());
        if (file.faults().choices().isEmpty()) {
            throw CommandFailure.badInput("the scenario " + path + " names no faults, so there is nothing to verify;"
                    + " add for example 'faults: [power-all, kill-all]', or --set faults=power-all");
        }
        VerificationPlan plan = plan(file, file.repeat());
        if (plan.verifications().isEmpty()) {
            throw CommandFailure.badInput("no fault in the scenario " + path
                    + " applies to its systems and levels: faults are " + file.faults());
        }
        return new Launcher(choice)
                .start(plan, text, choice.changes.all(), load())
                .exitCode(choice.strict);
    }

    /** Returns two workers: one sends, and another with its own client reads. */
    private WorkerChoice load() throws ScenarioException {
        if (choice.remote.addresses().size() == 1) {
            throw CommandFailure.badInput(
                    "--worker: a verification takes two workers, one that sends and one that reads, but only "
                            + choice.remote.addresses().getFirst()
                            + " is given; give another, or leave it out");
        }
        return choice.remote.orStarted(VerificationStage.WORKERS);
    }

    /** Plans the verifications of a scenario, each once before its trials; cuts the power of all servers where it names no faults. */
    static VerificationPlan plan(ScenarioFile file) {
        return plan(file, file.verify() ? 1 : file.repeat());
    }

    private static VerificationPlan plan(ScenarioFile file, int repeat) {
        FaultChoices faults = file.faults().choices().isEmpty() ? FaultChoices.parse("power-all") : file.faults();
        return CommandFailure.reading(
                "repeat: ", () -> VerificationPlan.of(file.name(), file.points(), faults, repeat, file.seed()));
    }
}

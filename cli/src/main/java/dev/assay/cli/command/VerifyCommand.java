package dev.assay.cli.command;

import dev.assay.cli.run.RunPipeline;
import dev.assay.model.spec.FaultChoices;
import dev.assay.run.PlannedDisks;
import dev.assay.run.RunRequest;
import dev.assay.run.RunRequest.WorkerChoice;
import dev.assay.run.WorkerRefusals;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.verify.VerificationStage;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.verification.VerificationPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Verifies durability. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Verifies durability by injecting faults into local clusters.",
            "Every acknowledged message is accounted for.",
            "For each system, level and fault of the scenario, a fault hits the cluster while messages are in flight.",
            "Loss of power, a full disk and partitions need root; without it they are refused and the rest runs."
        })
public final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private ScenarioOptions scenario = new ScenarioOptions();

    @Option(names = "--on", split = ",", paramLabel = "NAME", hidden = true, description = "Refused, with the reason.")
    private List<String> on = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is created (default: runs).")
    private Path out = Path.of("runs");

    @Mixin
    private RemoteWorkerChoice remote = new RemoteWorkerChoice();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "How many times to run each verification (default: the scenario's repeat).")
    private @Nullable Integer repeat;

    @Mixin
    private OutputChoice output = new OutputChoice();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        refuseClustersThatStay();
        String text = scenario.text();
        ScenarioFile file = scenario.read(text);
        if (file.faults().choices().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "the scenario " + scenario.file + " names no faults, so there is nothing to verify;"
                            + " add for example 'faults: [power-all, kill-all]', or --set faults=power-all");
        }
        VerificationPlan plan = plan(file, repeat == null ? file.repeat() : repeat);
        if (plan.verifications().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "no fault in the scenario " + scenario.file + " applies to its systems and levels: faults are "
                            + file.faults());
        }
        WorkerChoice load = load();
        PlannedDisks.require(plan);
        RunRequest request = new RunRequest(
                plan.scenario(), List.of(), text, scenario.all(), CommandLineText.of(spec), out, Optional.empty());
        CommandLine line = spec.commandLine();
        return new RunPipeline(
                        request,
                        List.of(new VerificationStage(plan, load)),
                        output.progress(line),
                        output.summary(line))
                .run()
                .exitCode(false)
                .code();
    }

    /** One worker sends, and another with a client of its own reads. */
    private WorkerChoice load() throws ScenarioException {
        if (remote.startsElsewhere()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "verify does not accept --workers-on: its clusters listen on this machine's loopback only, where workers elsewhere can't reach them; leave it out");
        }
        if (remote.addresses().size() == 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--worker: a verification takes two workers, one that sends and one that reads, but only "
                            + remote.addresses().getFirst()
                            + " is given; give another, or leave it out");
        }
        return WorkerRefusals.vouchedFor(remote.orStarted(VerificationStage.WORKERS));
    }

    private void refuseClustersThatStay() {
        if (!on.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "verify does not accept --on " + String.join(",", on)
                            + ": faults kill servers and cut their power, so each verification starts its own cluster and leaves those of 'assay cluster up' alone; leave --on out");
        }
    }

    /** The verifications of a scenario; loss of power everywhere where it names no faults. */
    static VerificationPlan plan(ScenarioFile file, int repeat) {
        FaultChoices faults = file.faults().choices().isEmpty() ? FaultChoices.parse("power-all") : file.faults();
        try {
            return VerificationPlan.of(file.name(), file.points(), faults, repeat, file.seed());
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--repeat: " + e.getMessage(), e);
        }
    }
}

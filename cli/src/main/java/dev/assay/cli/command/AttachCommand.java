package dev.assay.cli.command;

import dev.assay.kubernetes.KubernetesPlace;
import dev.assay.kubernetes.PodRun;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Comes back to a run in pods. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        description = {
            "Comes back to a run in pods (--workers-on kubernetes).",
            "It prints what the run prints until it ends, fetches it, and deletes its pods; also from another machine.",
            "Ctrl-C leaves the run going."
        },
        footer = {
            "",
            "Exit codes: those of the run. 2: the Job of that name is not a run's. 3: there is no such run, or its pod is gone."
        })
public final class AttachCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RUN", description = "The name of its Job, such as assay-0f3a9c1e.")
    private String run = "";

    @Option(
            names = "--workers-on",
            paramLabel = "PLACE",
            defaultValue = "kubernetes",
            description = "Where it is: " + KubernetesPlace.TEXT + " (default: kubernetes).")
    private String place = "kubernetes";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where the run directory is put (default: runs).")
    private Path out = Path.of("runs");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter people = spec.commandLine().getOut();
        try (PodRun pods = PodRun.in(KubernetesPlace.parse(place), people, people, out)) {
            return pods.attach(run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.ENVIRONMENT, "interrupted", e);
        }
    }
}

package dev.assay.cli.command;

import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.kubernetes.NamedServers;
import dev.assay.kubernetes.PodPlan;
import dev.assay.kubernetes.PodPlanner;
import dev.assay.kubernetes.PodRun;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.secret.SecretReader;
import dev.assay.run.stage.AssayInstallation;
import dev.assay.scenario.fleet.Pods;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Holds a run that was checked here and runs in pods, and brings it there and its results back.
 *
 * @param secrets the secrets that the scenario and its overrides name, by {@link SecretReader#text}
 * @param out the folder of run directories
 */
record PodLaunch(Pods pods, HandedRun run, Plan plan, int workers, String secrets, Path out) {
    private static final String HANDED = "run.json";

    /** Names the run in a manifest; the name is fixed, so that two manifests can be compared. */
    private static final String OF_MANIFEST = "assay-manifest";

    /**
     * Has pods run it, and fetches the run directory.
     *
     * @param people where progress is printed
     * @return the coordinator's exit code
     */
    int start(PrintWriter people, CommandSpec spec) {
        AssayCache cache = AssayCache.standard();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                PodRun podRun = PodRun.in(pods, people, spec.commandLine().getOut(), out)) {
            NamedServers.Known servers = NamedServers.forPods(pods, trials());
            PodPlan planned = planned(PodPlanner.newName(), servers, spec, supervisor);
            return podRun.start(planned, pods.patience(), () -> asksToGoOn(people));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.ENVIRONMENT, "interrupted", e);
        }
    }

    /** Returns, as YAML, the objects that would be applied. */
    String manifest(CommandSpec spec) {
        AssayCache cache = AssayCache.standard();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            return PodRun.manifest(planned(OF_MANIFEST, NamedServers.Known.NOTHING, spec, supervisor));
        }
    }

    private PodPlan planned(String name, NamedServers.Known servers, CommandSpec spec, ProcessSupervisor supervisor) {
        PodPlanner planner = new PodPlanner(
                AssayInstallation.running(),
                new ArtifactCache(
                        AssayCache.standard(),
                        new TerminalProgress(spec.commandLine().getErr(), false)),
                supervisor);
        return planner.plan(
                name,
                List.of("run", LaunchChoice.HANDED, PodPlanner.inPod(HANDED)),
                Map.of(HANDED, run.text(), PodPlanner.SECRETS_FILE, secrets),
                trials(),
                servers,
                workers,
                pods);
    }

    /** Returns the plan's trials, after checking that a worker's pod needs only one client in one version. */
    private List<TrialSpec> trials() {
        List<TrialSpec> trials = plan.trials().stream().map(PlannedTrial::spec).toList();
        List<String> clients = trials.stream()
                .map(TrialSpec::system)
                .map(system -> system.system() + " " + system.clientVersion())
                .distinct()
                .toList();
        if (clients.size() > 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--workers-on kubernetes: workers have one client for the whole run, but the plan needs %s; choose by --systems, and compare the runs"
                            .formatted(String.join(", ", clients).replace("  ", " ")));
        }
        return trials;
    }

    /**
     * Asks whether the run continues without this process. Without a terminal nobody can be asked, and interrupting the process ends
     * the run.
     */
    @SuppressWarnings("SystemConsoleNull") // Since JDK 25 it is null again where there is no terminal.
    private static boolean asksToGoOn(PrintWriter people) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return false;
        }
        people.println();
        people.flush();
        String answer = console.readLine("The run is in pods and can go on without this terminal. Stop it? [y/N] ");
        return answer != null && !answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }
}

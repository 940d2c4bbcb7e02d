package dev.assay.cli.command;

import dev.assay.cli.terminal.TerminalProgress;
import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.kubernetes.KubernetesPlace;
import dev.assay.kubernetes.NamedServers;
import dev.assay.kubernetes.PodPlan;
import dev.assay.kubernetes.PodPlanner;
import dev.assay.kubernetes.PodRun;
import dev.assay.kubernetes.PodWishes;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.unit.DurationText;
import dev.assay.run.AssayInstallation;
import dev.assay.run.SecretReader;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What pods a run gets that is in pods ({@code --workers-on kubernetes}), and its way there and back. */
final class PodChoice {
    /** The file of the Secret that says what is run. */
    private static final String HANDED = "run.json";

    /** The same each time, so that two manifests can be compared. */
    private static final String OF_MANIFEST = "assay-manifest";

    /** What is said of pods alone. */
    static final List<String> OPTIONS =
            List.of("--image", "--pod-cpu", "--pod-memory", "--pod-patience", "--pod-deadline");

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            defaultValue = "eclipse-temurin:25-jre",
            description = {
                "With --workers-on kubernetes: the image of the pods; any that has a Java 25 on its path, as Assay is sent there",
                "(default: eclipse-temurin:25-jre)."
            })
    private String image = "eclipse-temurin:25-jre";

    @Option(
            names = "--pod-cpu",
            paramLabel = "CPU",
            defaultValue = "1",
            description = {
                "With it: processors of each pod, request and limit alike (default: 1). Whole ones are not taken away in the",
                "middle of a measurement."
            })
    private String cpu = "1";

    @Option(
            names = "--pod-memory",
            paramLabel = "MEMORY",
            defaultValue = "1Gi",
            description = "With it: memory of each pod, of which a worker's heap is half (default: 1Gi).")
    private String memory = "1Gi";

    @Option(
            names = "--pod-patience",
            paramLabel = "TIME",
            defaultValue = "3m",
            description = "With it: how long pods may wait for a node and an image (default: 3m).")
    private String patience = "3m";

    @Option(
            names = "--pod-deadline",
            paramLabel = "TIME",
            defaultValue = "24h",
            description = "With it: when Kubernetes ends the run, whoever has forgotten it (default: 24h).")
    private String deadline = "24h";

    /**
     * A run that was checked here.
     *
     * @param place as it was given
     * @param arguments what else concerns the run, without secrets, as they stand in a ConfigMap
     * @param secrets that the scenario and its overrides name, by {@link SecretReader#text}
     * @param out the folder of run directories
     */
    record Delegated(
            String place, HandedRun run, List<String> arguments, Plan plan, int workers, String secrets, Path out) {}

    /**
     * Has pods run it, and fetches what they have measured.
     *
     * @param people hears what goes on
     * @return the coordinator's exit code
     */
    int run(Delegated run, PrintWriter people, CommandSpec spec) {
        KubernetesPlace place = place(run.place());
        PodWishes wishes = wishes();
        AssayCache cache = AssayCache.standard();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
                PodRun pods = PodRun.in(place, people, spec.commandLine().getOut(), run.out())) {
            NamedServers.Told told = NamedServers.forPods(place, trials(run.plan()));
            PodPlan plan = plan(PodPlanner.newName(), run, told, spec, wishes, supervisor);
            return pods.start(plan, wishes.patience(), () -> asksToGoOn(people));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.ENVIRONMENT, "interrupted", e);
        }
    }

    /** What would be applied for it, as YAML. */
    String manifest(Delegated run, CommandSpec spec) {
        AssayCache cache = AssayCache.standard();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            return PodRun.manifest(plan(OF_MANIFEST, run, NamedServers.Told.NOTHING, spec, wishes(), supervisor));
        }
    }

    private static PodPlan plan(
            String name,
            Delegated run,
            NamedServers.Told told,
            CommandSpec spec,
            PodWishes wishes,
            ProcessSupervisor supervisor) {
        PodPlanner planner = new PodPlanner(
                AssayInstallation.running(),
                new ArtifactCache(
                        AssayCache.standard(),
                        new TerminalProgress(spec.commandLine().getErr(), false)),
                supervisor);
        return planner.plan(
                name,
                arguments(run),
                Map.of(HANDED, run.run().text(), PodPlanner.SECRETS_TOLD, run.secrets()),
                trials(run.plan()),
                told,
                run.workers(),
                wishes);
    }

    /** What the first pod is started with. There is nobody to be asked; who started it was. */
    static List<String> arguments(Delegated run) {
        List<String> arguments = new ArrayList<>(List.of("run", LaunchChoice.HANDED, PodPlanner.inPod(HANDED)));
        arguments.addAll(run.arguments());
        arguments.add(ConsentChoice.YES);
        return arguments;
    }

    PodWishes wishes() {
        return new PodWishes(image, cpu, memory, time("--pod-patience", patience), time("--pod-deadline", deadline));
    }

    private static KubernetesPlace place(String text) {
        return KubernetesPlace.parse(text);
    }

    private static Duration time(String option, String text) {
        try {
            return DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
        }
    }

    /** A worker's pod has one client, in one version. */
    private static List<TrialSpec> trials(Plan plan) {
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

    /** Without a terminal, whoever ends this process means the run. */
    @SuppressWarnings("SystemConsoleNull") // Since Java 25 there is none again where there is no terminal.
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

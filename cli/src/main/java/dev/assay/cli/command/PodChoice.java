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
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What pods a run gets that is in pods ({@code --workers-on kubernetes}), and its way there and back. */
final class PodChoice {
    private static final String SET = "--set";

    /**
     * What pods are not given as it was typed, each with a value: what is about the pods and this machine, and what changes the scenario,
     * which goes with the scenario, as anybody there may read the command line.
     */
    private static final Set<String> LEFT_OUT = Set.of(
            SET,
            "--set-file",
            "--workers-on",
            "--workers",
            "--out",
            "--image",
            "--pod-cpu",
            "--pod-memory",
            "--pod-patience",
            "--pod-deadline");

    /** The same each time, so that two manifests can be compared. */
    private static final String OF_MANIFEST = "assay-manifest";

    private static final List<String> OF_PODS =
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
     * @param given the command line, with the words of argument files
     * @param overrides what changes the scenario, whether it was typed or is of files
     * @param typed the word of the command line that means the scenario: a path or a name
     * @param file the scenario
     * @param text of it
     * @param secrets that the scenario and its overrides name, by {@link SecretReader#text}
     * @param out the folder of run directories
     */
    record Delegated(
            String place,
            List<String> given,
            List<String> overrides,
            String typed,
            Path file,
            String text,
            Plan plan,
            int workers,
            String secrets,
            Path out) {}

    /**
     * What the first pod is given of a command.
     *
     * @param arguments of Assay; without secrets, as they stand in a ConfigMap
     * @param inputs files that they name, by the names that {@link PodPlanner#inPod} was given; they stand in a Secret
     */
    record Sent(List<String> arguments, Map<String, String> inputs) {}

    /** Options of pods without pods are a mistake. */
    void refuseWithoutPods(CommandSpec spec, RemoteWorkerChoice workers) {
        if (workers.inPods().isPresent()) {
            return;
        }
        for (String option : OF_PODS) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new CommandFailure(
                        ExitCode.BAD_INPUT,
                        "%s is for --workers-on kubernetes; add that, or leave it out".formatted(option));
            }
        }
    }

    /** What pods have measured is not gone on with. */
    static void refuseToResume(RemoteWorkerChoice workers) {
        if (workers.inPods().isPresent()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--resume: a run in pods is not continued, as its workers are gone; 'assay kubernetes attach' comes back to one that goes on");
        }
    }

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

    private static String inPods(Path scenario) {
        return scenario.getFileName().toString().replaceAll("[^A-Za-z0-9._-]", "-");
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
        Sent sent = sent(run);
        PodPlanner planner = new PodPlanner(
                AssayInstallation.running(),
                new ArtifactCache(
                        AssayCache.standard(),
                        new TerminalProgress(spec.commandLine().getErr(), false)),
                supervisor);
        return planner.plan(name, sent.arguments(), sent.inputs(), trials(run.plan()), told, run.workers(), wishes);
    }

    static Sent sent(Delegated run) {
        String scenario = inPods(run.file());
        List<String> arguments = arguments(run.given(), run.typed(), PodPlanner.inPod(scenario));
        Map<String, String> inputs = new HashMap<>(Map.of(scenario, run.text()));
        inputs.put(PodPlanner.SECRETS_TOLD, run.secrets());
        if (!run.overrides().isEmpty()) {
            String overrides = scenario + ".set";
            arguments.add("@" + PodPlanner.inPod(overrides));
            inputs.put(
                    overrides,
                    run.overrides().stream()
                            .map(override -> argumentLine(SET + "=" + override))
                            .collect(Collectors.joining()));
        }
        return new Sent(consented(arguments), Map.copyOf(inputs));
    }

    /** The word as picocli reads it from an argument file, which is by {@link java.io.StreamTokenizer}: of any text, one word. */
    private static String argumentLine(String word) {
        String escaped = word.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
        return "\"" + escaped + "\"\n";
    }

    /** The words of the command line, with those of argument files in their places. */
    static List<String> given(CommandSpec spec) {
        return spec.root().commandLine().getParseResult().expandedArgs();
    }

    /** The word of a command line that means the scenario. */
    static String typed(CommandSpec spec) {
        return spec.commandLine()
                .getParseResult()
                .matchedPositionals()
                .getFirst()
                .originalStringValues()
                .getFirst();
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

    /**
     * The command as the first pod is given it.
     *
     * @param given as it was typed
     * @param typed the word that is replaced
     * @param inPod by which
     */
    static List<String> arguments(List<String> given, String typed, String inPod) {
        List<String> arguments = new ArrayList<>();
        for (Iterator<String> words = given.iterator(); words.hasNext(); ) {
            String word = words.next();
            if (LEFT_OUT.contains(word)) {
                words.next();
            } else if (!LEFT_OUT.contains(word.split("=", 2)[0])) {
                arguments.add(word.equals(typed) ? inPod : word);
            }
        }
        return arguments;
    }

    /** There is nobody to be asked; who started it was. */
    private static List<String> consented(List<String> arguments) {
        return arguments.contains(ConsentChoice.YES)
                ? arguments
                : Stream.concat(arguments.stream(), Stream.of(ConsentChoice.YES))
                        .toList();
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

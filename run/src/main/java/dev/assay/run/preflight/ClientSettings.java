package dev.assay.run.preflight;

import dev.assay.cluster.system.SystemDeployment;
import dev.assay.driver.DriverConfig;
import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.workers.WorkerLaunch;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.worker.wire.SettingsQuestion;
import dev.assay.worker.wire.SettingsQuestion.Answer;
import dev.assay.worker.wire.WireFormat;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Asks clients for objections to the settings of trials: a scenario's reader knows names, types and some rules, a client the rest. */
final class ClientSettings {
    private static final String MAIN = "dev.assay.worker.SettingsCheck";
    private static final int MAX_NAMED = 3;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Means means;
    private final SystemSpec system;

    /** The first trial with each configuration. */
    private final Map<DriverConfig, PlannedTrial> trials = new LinkedHashMap<>();

    private ClientSettings(Means means, SystemSpec system) {
        this.means = means;
        this.system = system;
    }

    /** Groups trials whose clients are the same, by the client's name for people. */
    static Map<String, ClientSettings> of(List<PlannedTrial> trials, Means means) {
        Map<String, ClientSettings> all = new LinkedHashMap<>();
        for (PlannedTrial trial : trials) {
            SystemSpec system = trial.spec().system();
            if (!system.isInWorkers()) {
                DriverConfig config = TrialRequest.driverConfig(
                        trial.spec(), SystemDeployment.connectionToCome(trial.spec()), Map.of());
                all.computeIfAbsent(client(system), _ -> new ClientSettings(means, system))
                        .trials
                        .putIfAbsent(config, trial);
            }
        }
        return all;
    }

    private static String client(SystemSpec system) {
        return system.system() + " client " + system.clientVersion()
                + system.furtherClientVersions().entrySet().stream()
                        .map(further -> ", " + further.getKey() + " " + further.getValue())
                        .collect(Collectors.joining());
    }

    /** @throws CommandFailure with all that the client refuses */
    void require() {
        List<Map.Entry<DriverConfig, PlannedTrial>> proposals = List.copyOf(trials.entrySet());
        Answer answer = means.objections(
                system, proposals.stream().map(Map.Entry::getKey).toList());
        Map<String, List<String>> problems = new LinkedHashMap<>();
        for (int i = 0; i < proposals.size(); i++) {
            DriverConfig config = proposals.get(i).getKey();
            String name = name(proposals.get(i).getValue());
            for (String problem : answer.problems().get(i)) {
                problems.computeIfAbsent(masked(problem, config), _ -> new ArrayList<>())
                        .add(name);
            }
        }
        if (!problems.isEmpty()) {
            throw CommandFailure.badInput(problems.entrySet().stream()
                    .map(problem -> problem.getKey() + " (" + first(problem.getValue()) + ")")
                    .collect(Collectors.joining(
                            System.lineSeparator() + "    ",
                            answer.client() + " refuses settings:" + System.lineSeparator() + "    ",
                            "")));
        }
    }

    private static String first(List<String> names) {
        String first = names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
        return names.size() > MAX_NAMED ? first + ", and " + (names.size() - MAX_NAMED) + " more" : first;
    }

    private static String name(PlannedTrial trial) {
        return "trial " + trial.number() + ", " + trial.label();
    }

    /** Masks secrets in a problem: a client may repeat what it was given. */
    private static String masked(String problem, DriverConfig config) {
        Redactor secrets = Redactor.of(config.connection());
        for (Map<String, String> group : config.settings().byGroup().values()) {
            secrets = secrets.and(Redactor.of(group));
        }
        return Redactor.maskedUris(secrets.masked(problem));
    }

    /**
     * Asks in a JVM of its own.
     *
     * @param jars a worker's class path
     */
    static Answer ask(List<Path> jars, SettingsQuestion question) {
        List<String> command = List.of(
                WorkerLaunch.thisJava().toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                MAIN);
        try {
            return WireFormat.decode(Program.answer(LIMIT, command, WireFormat.encode(question)), Answer.class);
        } catch (HostException | IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            for (DriverConfig config : question.proposals()) {
                message = masked(message, config); // A client may have logged it.
            }
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "a client could not be asked for its settings: " + message, e);
        }
    }
}

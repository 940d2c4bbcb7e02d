package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.workers.PodPlace;
import dev.assay.run.workers.SshMachines;
import dev.assay.run.workers.WorkerPlace;
import dev.assay.scenario.FleetFile;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.fleet.Fleet;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.MachineRole;
import dev.assay.scenario.fleet.Pods;
import dev.assay.scenario.fleet.SshDestination;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads where workers are started from a command line: a kind of place, a colon, and which ones of that kind. */
final class WorkerPlaceText {
    private static final String SSH = "ssh:";
    private static final String FILE = "@";
    private static final String PODS = "kubernetes";
    private static final String PODS_OF_FILE = PODS + ":" + FILE;
    private static final Pattern PODS_FORM = Pattern.compile(PODS + "(?::(?:(.+)/)?([^/]+))?");

    /** Lists the forms of a place in pods, for descriptions of options and parameters. */
    static final String PODS_TEXT =
            "kubernetes, kubernetes:NAMESPACE, kubernetes:CONTEXT/NAMESPACE or kubernetes:@FILE";

    private WorkerPlaceText() {}

    /**
     * Returns the place where workers are started.
     *
     * @param option the option's name, for messages
     * @throws CommandFailure when the text names no place
     * @throws ScenarioException when the fleet file is invalid
     */
    static WorkerPlace place(String option, String text) throws ScenarioException {
        if (isPods(text)) {
            return new PodPlace();
        }
        List<Machine> machines = machines(option, text, Set.of(MachineRole.WORKER));
        try {
            return new SshMachines(machines);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the named machines.
     *
     * @param option the option's name, for messages
     * @param roles of which a machine in a fleet file must have one
     * @throws CommandFailure when the text names no machine
     * @throws ScenarioException when the fleet file is invalid
     */
    static List<Machine> machines(String option, String text, Set<MachineRole> roles) throws ScenarioException {
        if (!isSsh(text)) {
            throw refused("%s: expected ssh:HOST,HOST or ssh:@FILE, but found '%s'".formatted(option, text));
        }
        String which = text.substring(SSH.length());
        if (which.startsWith(FILE)) {
            return ofFleet(option, which.substring(FILE.length()), roles);
        }
        try {
            return ofHosts(which);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the named pods; without a fleet file they have the default settings.
     *
     * @param option the option's name, for messages
     * @throws CommandFailure when the text names no pods
     * @throws ScenarioException when the fleet file is invalid
     */
    static Pods pods(String option, String text) throws ScenarioException {
        if (text.startsWith(PODS_OF_FILE)) {
            Path file = Path.of(text.substring(PODS_OF_FILE.length()));
            return fleet(option, file)
                    .pods()
                    .orElseThrow(() ->
                            refused("%s: %s has no pods; add 'pods: {}' for the usual ones, or what else they are to be"
                                    .formatted(option, file)));
        }
        Matcher form = PODS_FORM.matcher(text);
        if (!form.matches()) {
            throw refused("%s: expected %s, but found '%s'".formatted(option, PODS_TEXT, text));
        }
        Pods usual = FleetFile.read("", "pods: {}").pods().orElseThrow();
        try {
            return usual.in(Optional.ofNullable(form.group(1)), Optional.ofNullable(form.group(2)));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
        }
    }

    static boolean isPods(String text) {
        return text.equals(PODS) || text.startsWith(PODS + ":");
    }

    static boolean isSsh(String text) {
        return text.startsWith(SSH);
    }

    /** Returns the text with the absolute path of its file, as runs record it. */
    static String recorded(String text) {
        String kind = text.startsWith(PODS_OF_FILE) ? PODS_OF_FILE : SSH + FILE;
        if (!text.startsWith(kind)) {
            return text;
        }
        String[] parts = text.substring(kind.length()).split(",", 2);
        return kind + Path.of(parts[0]).toAbsolutePath().normalize() + (parts.length == 1 ? "" : "," + parts[1]);
    }

    private static List<Machine> ofHosts(String hosts) {
        return Arrays.stream(hosts.split(",", -1))
                .map(SshDestination::new)
                .map(Machine::of)
                .toList();
    }

    private static List<Machine> ofFleet(String option, String which, Set<MachineRole> roles) throws ScenarioException {
        String[] parts = which.split(",", -1);
        Path file = Path.of(parts[0]);
        Map<String, String> wanted = new LinkedHashMap<>();
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            String[] pair = part.split("=", 2);
            if (pair.length != 2 || pair[0].isEmpty()) {
                throw refused("%s: after the file, machines are selected by zone=VALUE or LABEL=VALUE, but found '%s'"
                        .formatted(option, part));
            }
            wanted.put(pair[0], pair[1]);
        }
        List<Machine> machines = fleet(option, file).with(roles, wanted);
        if (machines.isEmpty()) {
            throw refused("%s: %s has no machine with the role %s%s"
                    .formatted(
                            option,
                            file,
                            roles.stream().map(MachineRole::toString).sorted().collect(Collectors.joining(" or ")),
                            wanted.isEmpty()
                                    ? ""
                                    : wanted.entrySet().stream()
                                            .map(one -> one.getKey() + "=" + one.getValue())
                                            .collect(Collectors.joining(" and ", " and ", ""))));
        }
        return machines;
    }

    private static Fleet fleet(String option, Path file) throws ScenarioException {
        RemoteWorkerChoice.refuseInRun(option, file);
        String text = ScenarioChanges.text(
                file, "fleet", "; give the path of a YAML file with machines or pods after 'ssh:@' or 'kubernetes:@'");
        return FleetFile.read(file.toString(), text);
    }

    private static CommandFailure refused(String message) {
        return new CommandFailure(ExitCode.BAD_INPUT, message);
    }
}

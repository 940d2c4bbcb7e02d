package dev.assay.cli.cluster;

import dev.assay.cli.exit.CommandFailure;
import dev.assay.cli.exit.ExitCode;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.SystemKind;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.text.NearestNames;
import dev.assay.core.scenario.text.ScenarioException;
import dev.assay.core.scenario.text.ScenarioFile;
import dev.assay.core.scenario.text.TrialText;
import dev.assay.deployment.daemon.RunningCluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cluster that a person wants: that of a scenario with one system and no lists.
 *
 * @param overrides as {@code --set} of a run takes them
 */
public record ClusterOptions(TrialSpec spec, List<String> overrides) {
    private static final String SETTINGS = "settings.";

    public ClusterOptions {
        overrides = List.copyOf(overrides);
    }

    /**
     * Reads what the command line says.
     *
     * @param options {@code key=value}: a key of the system, or {@code settings.broker.NAME} for a setting by the vendor's name
     * @param durability empty for the default of scenarios
     */
    public static ClusterOptions of(String system, List<String> options, String durability) throws ScenarioException {
        requireKnown(system);
        List<String> overrides = new ArrayList<>();
        options.forEach(option -> overrides.add(
                option.startsWith(SETTINGS)
                        ? SETTINGS + system + "." + option.substring(SETTINGS.length())
                        : "systems." + system + "." + option));
        if (!durability.isEmpty()) {
            overrides.add("durability=" + durability);
        }
        ScenarioFile file = read("assay cluster up " + system, empty(system), overrides);
        if (file.points().size() != 1) {
            throw refused("a cluster has one value for each key, but --set gives a list; write one value, such as"
                    + " --set version=VERSION");
        }
        TrialSpec spec = file.points().getFirst().spec();
        if (spec.system().deployment() != Deployment.LOCAL) {
            throw refused("deployment=existing is a cluster that others run, so there is nothing to start;"
                    + " leave it out");
        }
        return new ClusterOptions(spec, overrides);
    }

    /** What {@link #scenario} wrote. */
    static TrialSpec parse(String name, String scenario) throws ScenarioException {
        return read(name, scenario, List.of()).points().getFirst().spec();
    }

    private static ScenarioFile read(String name, String text, List<String> overrides) throws ScenarioException {
        return ScenarioFile.read(name, text, overrides, Set.of());
    }

    private static String empty(String system) {
        return "name: cluster\nsystems:\n  " + system + ": {}\n";
    }

    /** As a scenario file. */
    String scenario() {
        return TrialText.scenario("cluster", spec, 0);
    }

    /** What is to be known of it from the start on. */
    RunningCluster starting() {
        return starting(spec);
    }

    /** The same of what {@link #parse} has read. */
    static RunningCluster starting(TrialSpec spec) {
        return RunningCluster.starting(
                spec.system().system(),
                spec.system().serverVersion(),
                spec.durabilityStatement().toString());
    }

    /** Refuses a name that no scenario could have. */
    public static void requireKnown(String system) {
        List<String> known = SystemKind.names();
        if (!known.contains(system)) {
            List<String> near = NearestNames.of(system, known);
            throw refused("there is no system '" + system + "'"
                    + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?") + " (known: "
                    + String.join(", ", known) + ")");
        }
    }

    private static CommandFailure refused(String message) {
        return new CommandFailure(ExitCode.BAD_INPUT, message);
    }

    /** The {@code --set} options with which a run measures this cluster: what was asked for, and where it is. */
    List<String> toMeasureIt(Map<String, String> connection) {
        String system = "systems." + spec.system().system() + ".";
        Map<String, String> keys = new LinkedHashMap<>(TrialText.keys(spec));
        List<String> options = new ArrayList<>(overrides.stream()
                .filter(option -> !option.startsWith(SETTINGS))
                .toList());
        options.add(system + "deployment=existing");
        connection.forEach((name, value) -> {
            if (keys.getOrDefault(system + name, "-").isEmpty()) {
                options.add(system + name + "=" + value);
            }
        });
        return options;
    }
}

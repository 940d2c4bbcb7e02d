package dev.assay.cli.cluster;

import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.cluster.daemon.RunningCluster;
import dev.assay.model.display.NearestNames;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.secret.SecretReader;
import dev.assay.scenario.PayloadFiles;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.SecretValues;
import dev.assay.scenario.SystemOptions;
import dev.assay.scenario.TrialText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the options of a cluster to be started, as the part of a trial that concerns its servers.
 *
 * @param secrets reads the secrets that the options name
 */
public record ClusterOptions(TrialSpec spec, SecretReader secrets) {
    private static final String NAME = "cluster";

    /**
     * Reads the options of a command line.
     *
     * @param options {@code key=value}: a key of the system, or {@code settings.broker.NAME} for a setting by the vendor's name
     * @param durability empty for the default of scenarios
     * @param secrets reads the secrets that the options name
     */
    public static ClusterOptions of(String system, List<String> options, String durability, SecretReader secrets)
            throws ScenarioException {
        requireKnown(system);
        Optional<String> level = Optional.of(durability).filter(text -> !text.isEmpty());
        return new ClusterOptions(SystemOptions.read("assay cluster up", system, options, level, secrets), secrets);
    }

    /** Returns the file in which a slot keeps, as a scenario, the options of its cluster. */
    static Path file(ClusterRegistration registration) {
        return registration.folder().resolve("scenario.yaml");
    }

    /**
     * Reads the options that {@link #scenario} has written.
     *
     * @param secrets reads the secrets for whoever starts the cluster
     */
    static TrialSpec started(ClusterRegistration registration, SecretValues secrets) {
        Path file = file(registration);
        try {
            return ScenarioFile.read(
                            file.toString(),
                            Files.readString(file),
                            List.of(),
                            Set.of(),
                            List.of(),
                            PayloadFiles.NONE,
                            secrets)
                    .points()
                    .getFirst()
                    .spec();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "can't read " + file + ": " + e.getMessage(), e);
        } catch (ScenarioException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "the cluster '%1$s' was started by another version of Assay, which wrote a %2$s that this one can't read; restart it with 'assay cluster down %1$s', then 'assay cluster up %1$s'"
                            .formatted(registration.system(), file),
                    e);
        }
    }

    /** Returns the options as a scenario file that names its secrets instead of containing them. */
    String scenario() {
        return TrialText.scenario(NAME, spec, 0, secrets.places());
    }

    RunningCluster starting() {
        return starting(spec);
    }

    /** Returns the record, while it starts, of a cluster with the options that {@link #started} has read. */
    static RunningCluster starting(TrialSpec spec) {
        return RunningCluster.starting(
                spec.system().system(),
                spec.system().serverVersion(),
                spec.durabilityStatement().toString());
    }

    /** Throws when no scenario could have a system of this name, with the nearest known names. */
    public static void requireKnown(String system) {
        List<String> known = MessagingSystem.names();
        if (!known.contains(system)) {
            List<String> near = NearestNames.of(system, known);
            throw CommandFailure.badInput("there is no system '" + system + "'"
                    + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?") + " (known: "
                    + String.join(", ", known) + ")");
        }
    }
}

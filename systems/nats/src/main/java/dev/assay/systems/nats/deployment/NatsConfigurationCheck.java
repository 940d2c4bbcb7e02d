package dev.assay.systems.nats.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.OwnerOnly;
import dev.assay.cluster.local.Place;
import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import dev.assay.model.spec.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Has nats-server check a configuration without starting anything, by {@code nats-server -t}. */
final class NatsConfigurationCheck {
    private static final String FILE = "nats-server.conf";

    /** The program's messages about a file begin with the program's name. */
    private static final Pattern REFUSAL =
            Pattern.compile("failed \\(exit code [0-9]+\\): (nats-server: .*)", Pattern.DOTALL);

    private NatsConfigurationCheck() {}

    /**
     * @param parent a folder on a disk where programs may run
     * @throws DeploymentException when the program refuses the configuration, in its own words, or can't be run
     */
    static void run(NatsNodeSettings settings, NatsServer server, Path parent) {
        try {
            Path folder = Files.createTempDirectory(parent, "nats-check-");
            try {
                test(settings, server, folder);
            } finally {
                for (String name : List.of(FILE, NatsServer.PROGRAM)) {
                    Files.deleteIfExists(folder.resolve(name));
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot have nats-server look at its settings: " + e, e);
        }
    }

    private static void test(NatsNodeSettings settings, NatsServer server, Path folder) throws IOException {
        Place place = new Place(
                "nats-1",
                "nats-1",
                "127.0.0.1",
                Map.of(NatsRecipe.CLIENT, 4222, NatsRecipe.CLUSTER, 6222, NatsRecipe.MONITOR, 8222),
                folder,
                List.of(folder));
        Path file = folder.resolve(FILE);
        OwnerOnly.write(
                file,
                NatsNodeSettings.block(settings.of(place, List.of(place))).entrySet().stream()
                        .map(setting -> setting.getKey() + " = " + setting.getValue() + "\n")
                        .collect(Collectors.joining()));
        try {
            Program.run(server.programIn(folder).toString(), "-t", "-c", file.toString());
        } catch (HostException e) {
            String message = Redactor.of(settings.chosenByUser())
                    .masked(String.valueOf(e.getMessage()).replace(folder + "/", ""));
            Matcher refusal = REFUSAL.matcher(message);
            if (refusal.find()) {
                throw DeploymentException.input(
                        "nats-server %s refuses settings.nats.broker: %s".formatted(server.version(), refusal.group(1)),
                        e);
            }
            throw DeploymentException.environment(
                    "nats-server %s can't be asked for settings.nats.broker: %s".formatted(server.version(), message),
                    e);
        }
    }
}

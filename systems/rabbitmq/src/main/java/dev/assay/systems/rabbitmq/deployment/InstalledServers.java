package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds RabbitMQ servers where packages and people put them: in the folders that {@code RABBITMQ_HOME} names, or else on the usual paths.
 *
 * @param environment of this process
 * @param root of the file system
 * @param installHint how RabbitMQ is installed here, for people
 */
record InstalledServers(Map<String, String> environment, Path root, String installHint) {
    /** The environment variable that names the folder of a server, or several in the manner of {@code PATH}. */
    static final String HOME = "RABBITMQ_HOME";

    private static final Pattern RABBIT = Pattern.compile("rabbit-(\\d.*?)(?:\\.ez)?");
    private static final String ANY_VERSION = "rabbitmq_server-*";

    /** The folder of Debian's packages, also in a root of their own. */
    private static final String PACKAGED = "usr/lib/rabbitmq/lib";

    private static final List<String> USUAL = List.of(
            PACKAGED,
            "usr/lib64/rabbitmq/lib",
            "usr/local/lib/rabbitmq/lib",
            "usr/local/rabbitmq",
            "usr/local",
            "opt/rabbitmq",
            "opt",
            "opt/homebrew/opt/rabbitmq",
            "usr/local/opt/rabbitmq",
            "home/linuxbrew/.linuxbrew/opt/rabbitmq");

    static InstalledServers ofThisMachine() {
        Path root = Path.of("/");
        return new InstalledServers(System.getenv(), root, InstallHint.of(System.getProperty("os.name", ""), root));
    }

    /**
     * Finds the server in the wanted version, where 4 stands for any 4.x, or the first where any will do.
     *
     * @throws DeploymentException when there is none
     */
    RabbitMqInstallation find(String wanted) {
        List<RabbitMqInstallation> all = all();
        RabbitMqInstallation server = all.stream()
                .filter(each ->
                        wanted.equals(RabbitMqSpec.INSTALLED) || each.version().isOf(wanted))
                .findFirst()
                .orElseThrow(() -> DeploymentException.input(
                        "systems.rabbitmq.version is %s, but installed here is %s. Write version: installed, or set %s to the folder of a RabbitMQ %s (to several, separated by '%s', where a run needs each of them)."
                                .formatted(wanted, describe(all), HOME, wanted, File.pathSeparator),
                        null));
        if (server.version().isBefore(3, 10)) {
            throw DeploymentException.environment(
                    "RabbitMQ " + describe(List.of(server))
                            + " is too old: Assay needs 3.10 or newer. Install a newer one, or set " + HOME
                            + " to its folder.",
                    null);
        }
        return server;
    }

    /**
     * Lists all servers, the newest first; where {@code RABBITMQ_HOME} is set, its folders keep their order, and each lists its newest
     * first.
     *
     * @throws DeploymentException when there is none, or a folder of {@code RABBITMQ_HOME} has none
     */
    List<RabbitMqInstallation> all() {
        String home = environment.getOrDefault(HOME, "");
        if (home.isBlank()) {
            List<RabbitMqInstallation> usual =
                    in(USUAL.stream().map(root::resolve).toList());
            if (usual.isEmpty()) {
                throw DeploymentException.environment(
                        "There is no RabbitMQ server on this machine. Install it: " + installHint
                                + " (Assay starts nodes of its own and leaves the service alone), or set " + HOME
                                + " to its folder.",
                        null);
            }
            return usual;
        }
        List<RabbitMqInstallation> named = new ArrayList<>();
        for (String folder : home.split(File.pathSeparator, -1)) {
            List<RabbitMqInstallation> servers =
                    folder.isBlank() ? List.of() : in(List.of(Path.of(folder).toAbsolutePath()));
            if (servers.isEmpty()) {
                throw DeploymentException.environment(
                        HOME + " is " + home + ", but there is no RabbitMQ server in '" + folder
                                + "': expected sbin/rabbitmq-server and plugins/rabbit-VERSION in it. Correct it, or unset it and install the server: "
                                + installHint,
                        null);
            }
            named.addAll(servers);
        }
        return named;
    }

    private static List<RabbitMqInstallation> in(List<Path> places) {
        return places.stream()
                .flatMap(place -> candidates(place).stream())
                .flatMap(candidate -> installation(candidate).stream())
                .distinct()
                .sorted(Comparator.comparing(RabbitMqInstallation::version).reversed())
                .toList();
    }

    private static String describe(List<RabbitMqInstallation> all) {
        return String.join(
                ", ",
                all.stream()
                        .map(each -> each.version() + " (" + each.home() + ")")
                        .toList());
    }

    /**
     * Lists the folder itself, and folders named like the vendor's archives in it, in its {@code lib}, and where packages were unpacked
     * into it.
     */
    private static List<Path> candidates(Path place) {
        List<Path> candidates = new ArrayList<>(List.of(place));
        candidates.addAll(matching(place, ANY_VERSION));
        candidates.addAll(matching(place.resolve("lib"), ANY_VERSION));
        candidates.addAll(matching(place.resolve(PACKAGED), ANY_VERSION));
        return candidates;
    }

    private static Optional<RabbitMqInstallation> installation(Path home) {
        if (!Files.isExecutable(home.resolve("sbin/rabbitmq-server"))) {
            return Optional.empty();
        }
        return matching(home.resolve("plugins"), "rabbit-*").stream()
                .map(plugin -> RABBIT.matcher(plugin.getFileName().toString()))
                .filter(Matcher::matches)
                .flatMap(matcher -> RabbitMqVersion.parse(matcher.group(1)).stream())
                .findFirst()
                .map(version -> new RabbitMqInstallation(home, version));
    }

    /** Lists matching files; none in a folder that can't be listed, since it holds no server that could be started. */
    private static List<Path> matching(Path folder, String glob) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(files::add);
        } catch (IOException unreadable) {
            return List.of();
        }
        return files;
    }
}

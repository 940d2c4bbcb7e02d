package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * @param path the search path for programs that they are run with
 * @param epmd its port mapper
 */
record Erlang(String path, Path epmd) {
    private static final Path PACKAGED = Path.of("usr", "lib", "rabbitmq", "lib");

    /** Usual folder, searched in its turn, since a person may have put another folder first. */
    private static final Path SYSTEMS_OWN = Path.of("/usr/bin");

    private static final List<String> USUAL = List.of("/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin");

    /**
     * Looks beside a server that has a root of its own, then on the search path and in the usual folders. A server runs on few releases of
     * Erlang, so each of two side by side needs its own.
     *
     * @param server the server's home
     * @throws DeploymentException when there is no Erlang
     */
    static Erlang find(Map<String, String> environment, Path server) {
        List<String> folders = new ArrayList<>();
        besideServer(server).ifPresent(bin -> folders.add(bin.toString()));
        folders.addAll(Arrays.asList(environment.getOrDefault("PATH", "").split(":", -1)));
        USUAL.stream().filter(usual -> !folders.contains(usual)).forEach(folders::add);
        folders.removeIf(String::isBlank);
        Path erl = program(folders, "erl").orElseThrow(() -> missing("erl", folders));
        Path epmd = program(folders, "epmd").or(() -> besides(erl)).orElseThrow(() -> missing("epmd", folders));
        return new Erlang(String.join(":", folders), epmd);
    }

    /** Returns Erlang's folder where packages were unpacked into a root of their own, with the server. */
    private static Optional<Path> besideServer(Path server) {
        Path packaged = server.getParent();
        if (packaged == null || !packaged.endsWith(PACKAGED)) {
            return Optional.empty();
        }
        Path bin = packaged.resolve("../../../bin").normalize();
        return Optional.of(bin)
                .filter(folder -> !folder.equals(SYSTEMS_OWN) && Files.isExecutable(folder.resolve("erl")));
    }

    private static Optional<Path> program(List<String> folders, String name) {
        return folders.stream()
                .map(folder -> Path.of(folder).resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns the port mapper beside the file to which the link {@code erl} leads, as not every package links it, too. */
    private static Optional<Path> besides(Path erl) {
        try {
            return Optional.of(erl.toRealPath().resolveSibling("epmd")).filter(Files::isExecutable);
        } catch (IOException vanished) {
            return Optional.empty();
        }
    }

    private static DeploymentException missing(String program, List<String> folders) {
        return DeploymentException.environment(
                "RabbitMQ runs on Erlang, but there is no program '%s' in %s. Install Erlang (RabbitMQ packages install it), or add its bin folder to PATH."
                        .formatted(program, String.join(":", folders)),
                null);
    }
}

package dev.assay.systems.memory.deployment;

import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ClusterFolders;
import dev.assay.deployment.cluster.FreePorts;
import dev.assay.deployment.cluster.LocalCluster;
import dev.assay.deployment.cluster.LocalStart;
import dev.assay.deployment.cluster.ServerProcess;
import dev.assay.deployment.cluster.StartupWait;
import dev.assay.deployment.jvm.JavaCommand;
import dev.assay.deployment.system.DeploymentContext;
import dev.assay.host.process.ProcessSpec;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Starts the server of the in-memory system on 127.0.0.1. */
final class LocalMemory {
    static final String NODE = "memory-1";

    private static final String TITLE = "The in-memory system";
    private static final String MAIN = "dev.assay.driver.memory.MemoryServer";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int CONNECT_MILLIS = 1_000;

    /**
     * As workers have it: a pause of the server would count as latency. Half of the heap is for messages that no consumer has
     * taken.
     */
    private static final List<String> JVM =
            List.of("-XX:+UseZGC", "-Xms128m", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

    private final DeploymentContext context;

    LocalMemory(DeploymentContext context) {
        this.context = context;
    }

    /**
     * Starts the server and returns when it takes connections.
     *
     * @param law what a driver without a server is given, and so the server
     * @param classPath of a worker for the in-memory system
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    Cluster start(Map<String, String> law, List<Path> classPath, ClusterFolders folders) {
        context.progress().step("Starting the server of the in-memory system");
        return new LocalStart(TITLE, "memory", context.supervisor(), context.progress(), FreePorts.RANDOM, folders)
                .start(1, (ports, environment, servers) -> {
                    int port = ports.getFirst();
                    ProcessSpec spec = new ProcessSpec(
                                    NODE,
                                    command(port, law, classPath).words(),
                                    Map.of(),
                                    environment.folder(),
                                    folders.logs().resolve(NODE + ".log"))
                            .withTemporaryFiles(environment.temporaryFiles());
                    servers.add(new ServerProcess(() -> context.supervisor().start(spec)));
                    Map<String, String> connection = new TreeMap<>(law);
                    connection.put("server", "127.0.0.1:" + port);
                    return new StartupWait(TITLE, LocalCluster.processes(servers), PATIENCE)
                                    .await(NODE, () -> isListening(port))
                            ? Optional.of(new MemoryCluster(servers, environment, port, connection))
                            : Optional.empty();
                });
    }

    private static JavaCommand command(int port, Map<String, String> law, List<Path> classPath) {
        List<String> arguments = new ArrayList<>(List.of("port=" + port));
        new TreeMap<>(law).forEach((key, value) -> arguments.add(key + "=" + value));
        String jars = classPath.stream()
                .map(jar -> jar.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return new JavaCommand(jars, JVM, MAIN, arguments);
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), CONNECT_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}

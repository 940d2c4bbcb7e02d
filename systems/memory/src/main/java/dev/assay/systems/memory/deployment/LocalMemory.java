package dev.assay.systems.memory.deployment;

import dev.assay.deployment.DeploymentException;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.ClusterFolders;
import dev.assay.deployment.cluster.FreePorts;
import dev.assay.deployment.cluster.LocalCluster;
import dev.assay.deployment.cluster.NodeEnvironment;
import dev.assay.deployment.cluster.PortRetry;
import dev.assay.deployment.cluster.ServerProcess;
import dev.assay.deployment.cluster.StartupWait;
import dev.assay.deployment.jvm.JavaCommand;
import dev.assay.deployment.process.ProcessSpec;
import dev.assay.deployment.process.ProcessSupervisor;
import dev.assay.deployment.process.SupervisedProcess;
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
public final class LocalMemory {
    static final String NODE = "memory-1";

    private static final String MAIN = "dev.assay.driver.memory.MemoryServer";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int CONNECT_MILLIS = 1_000;

    /**
     * As workers have it: a pause of the server would count as latency. Half of the heap is for messages that no consumer has
     * taken.
     */
    private static final List<String> JVM =
            List.of("-XX:+UseZGC", "-Xms128m", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

    private final ProcessSupervisor supervisor;
    private final ProgressListener progress;

    /** What is started here ends with this supervisor. */
    public LocalMemory(ProcessSupervisor supervisor, ProgressListener progress) {
        this.supervisor = supervisor;
        this.progress = progress;
    }

    /**
     * Starts the server and returns when it takes connections.
     *
     * @param law what a driver without a server is given, and so the server
     * @param classPath of a worker for the in-memory system
     * @throws DeploymentException when that fails; nothing is left behind then
     */
    public Cluster start(Map<String, String> law, List<Path> classPath, ClusterFolders folders) {
        progress.step("Starting the server of the in-memory system");
        return new PortRetry("The in-memory system", FreePorts.RANDOM, progress, folders.logs())
                .start(1, ports -> attempt(ports.getFirst(), law, classPath, folders));
    }

    private Optional<Cluster> attempt(int port, Map<String, String> law, List<Path> classPath, ClusterFolders folders) {
        NodeEnvironment nodeEnvironment =
                NodeEnvironment.lease(supervisor, "in-memory system", folders.freshData("memory"));
        List<ServerProcess> servers = new ArrayList<>();
        boolean ready = false;
        try {
            if (!nodeEnvironment.claim(List.of(port))) {
                return Optional.empty();
            }
            ProcessSpec spec = new ProcessSpec(
                    NODE,
                    command(port, law, classPath).words(),
                    Map.of(),
                    nodeEnvironment.folder(),
                    folders.logs().resolve(NODE + ".log"));
            servers.add(new ServerProcess(() -> supervisor.start(spec)));
            ready = new StartupWait("The in-memory system", LocalCluster.processes(servers), PATIENCE)
                    .await(NODE, () -> isListening(port));
            Map<String, String> connection = new TreeMap<>(law);
            connection.put("server", "127.0.0.1:" + port);
            return ready
                    ? Optional.of(new MemoryCluster(servers, nodeEnvironment, port, connection))
                    : Optional.empty();
        } finally {
            if (!ready) {
                SupervisedProcess.killAll(LocalCluster.processes(servers));
                nodeEnvironment.close();
            }
        }
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

package dev.assay.driver.rabbitmq;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.QueueKind;
import dev.assay.core.scenario.RabbitMqSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.provision.AssayCache;
import dev.assay.provision.ProgressListener;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.Signal;
import dev.assay.provision.rabbitmq.LocalRabbitMq;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One cluster of three nodes for all test classes of a JVM; it dies with the JVM. */
final class SharedRabbitMq implements BrokerFaults {
    private static final String RESTARTED = "rabbitmq-2";

    /** The name of this JVM among those that run the module's tests at once. */
    private static final String FORK = "assay.fork";

    /**
     * While a thousand quorum queues were deleted, a node took 1.5 GiB for moments: above its limit, publishers of all nodes
     * wait for half a minute.
     */
    private static final ByteSize MEMORY = new ByteSize(3L << 30);

    private static @Nullable SharedRabbitMq rabbitMq;

    private final Leash leash;
    private final Cluster cluster;
    private final List<LeashedProcess> again = new ArrayList<>();
    private ProcessHandle restarted;

    private SharedRabbitMq() throws IOException {
        AssayCache cache = AssayCache.standard();
        leash = Leash.open(cache);
        Path logs = Files.createDirectories(Path.of("target", "rabbitmq-logs-" + System.getProperty(FORK)));
        cluster = new LocalRabbitMq(leash, ProgressListener.SILENT)
                .start(
                        spec(QueueKind.QUORUM),
                        VendorSettings.NONE,
                        DurabilityLevel.LEVEL_2,
                        ClusterFolders.of(logs, cache));
        restarted = node().process();
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    static synchronized SharedRabbitMq get() throws IOException {
        SharedRabbitMq running = rabbitMq;
        if (running == null) {
            running = new SharedRabbitMq();
            rabbitMq = running;
        }
        return running;
    }

    /** What the cluster is started by, with queues of that kind. */
    static RabbitMqSpec spec(QueueKind kind) {
        return spec(kind, 3);
    }

    static RabbitMqSpec spec(QueueKind kind, int nodes) {
        return new RabbitMqSpec(
                RabbitMqSpec.INSTALLED,
                "5.37.0",
                "1.11.0",
                Deployment.LOCAL,
                nodes,
                kind,
                true,
                RabbitMqSpec.Acknowledgement.MANUAL,
                1_000,
                5_000,
                MEMORY,
                "",
                "",
                "");
    }

    /** The cluster's connection for queues of that kind. */
    Map<String, String> connection(QueueKind kind) {
        Map<String, String> connection = new HashMap<>(cluster.connection());
        connection.put("queue", kind.toString());
        connection.put("replication", kind == QueueKind.CLASSIC ? "1" : "3");
        return connection;
    }

    private void stop() {
        LeashedProcess.killAll(again);
        cluster.close();
        leash.close();
    }

    /** With the command, environment and folder that it was started with. */
    @Override
    public void restartOneBroker() throws Exception {
        Path before = Path.of("/proc/" + restarted.pid());
        List<String> command = texts(before.resolve("cmdline"));
        Map<String, String> environment = new HashMap<>();
        for (String entry : texts(before.resolve("environ"))) {
            int equals = entry.indexOf('=');
            environment.put(entry.substring(0, equals), entry.substring(equals + 1));
        }
        Path folder = before.resolve("cwd").toRealPath();
        restarted.destroyForcibly();
        restarted.onExit().get(10, TimeUnit.SECONDS);
        LeashedProcess process = leash.start(new Launch(RESTARTED, command, environment, folder, node().log()));
        again.add(process);
        restarted = process.handle();
        awaitPort(node().port());
    }

    private static List<String> texts(Path file) throws IOException {
        return List.of(Files.readString(file, StandardCharsets.UTF_8).split("\0"));
    }

    private ServerNode node() {
        return cluster.nodes().stream()
                .filter(node -> node.name().equals(RESTARTED))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitPort(int port) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (System.nanoTime() < deadline) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 500);
                return;
            } catch (IOException notYet) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
        throw new TimeoutException("the node that was started again does not listen on " + port);
    }

    @Override
    public void freeze() {
        signalAll(Signal.STOP);
    }

    @Override
    public void thaw() {
        signalAll(Signal.CONT);
    }

    private void signalAll(Signal signal) {
        cluster.nodes().stream()
                .filter(node -> node.process().isAlive())
                .forEach(node -> cluster.signal(node.name(), signal));
        LeashedProcess.signalAll(signal, again);
    }
}

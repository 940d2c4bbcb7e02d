package dev.assay.driver.kafka;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.driver.contract.BrokerFaults;
import dev.assay.provision.AssayCache;
import dev.assay.provision.ProgressListener;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.ServerNode;
import dev.assay.provision.deploy.ClusterRequest;
import dev.assay.provision.deploy.SystemDeployment;
import dev.assay.provision.leash.Launch;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.leash.LeashedProcess;
import dev.assay.provision.leash.Signal;
import dev.assay.testkit.jdk.QuickJdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** One cluster of three nodes for all test classes of the module; it dies with the JVM. */
final class RealKafka implements BrokerFaults {
    private static final String RESTARTED = "broker-1";
    private static final Duration READY_LIMIT = Duration.ofSeconds(90);
    private static @Nullable RealKafka kafka;

    private final Leash leash;
    private final Cluster cluster;
    private @Nullable LeashedProcess again;

    private RealKafka() throws IOException {
        QuickJdk.use();
        AssayCache cache = AssayCache.standard();
        leash = Leash.open(cache);
        Path logs = Files.createDirectories(Path.of("target", "kafka-logs"));
        // A killed broker's leaderships move sooner than after the nine seconds of Kafka's default.
        VendorSettings settings =
                new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of("broker.session.timeout.ms", "6000"));
        cluster = new SystemDeployment(cache, leash, ProgressListener.SILENT)
                .start(new ClusterRequest(spec(), settings, DurabilityLevel.LEVEL_2, ClusterFolders.of(logs, cache)));
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    /** The cluster, started with the first call. */
    static synchronized RealKafka get() throws IOException {
        RealKafka running = kafka;
        if (running == null) {
            running = new RealKafka();
            kafka = running;
        }
        return running;
    }

    private static KafkaSpec spec() {
        String version = System.getProperty("assay.test.kafka.version", "4.3.1");
        return new KafkaSpec(version, version, Deployment.LOCAL, 3, 3, new ByteSize(256 << 20), "");
    }

    /** host:port of all nodes, comma-separated. */
    String bootstrapServers() {
        return String.valueOf(cluster.connection().get("bootstrap.servers"));
    }

    private void stop() {
        if (again != null) {
            again.kill();
        }
        cluster.close();
        leash.close();
    }

    @Override
    public void restartOneBroker() throws Exception {
        ServerNode broker = cluster.nodes().stream()
                .filter(node -> node.name().equals(RESTARTED))
                .findFirst()
                .orElseThrow();
        ProcessHandle running = again == null ? broker.process() : again.handle();
        String[] command = Files.readString(Path.of("/proc/" + running.pid() + "/cmdline"), StandardCharsets.UTF_8)
                .split("\0");
        running.destroyForcibly();
        running.onExit().get(10, TimeUnit.SECONDS);
        again = leash.start(new Launch(RESTARTED, List.of(command), Map.of(), broker.data(), broker.log()));
        awaitAllNodes();
    }

    @Override
    public void freeze() {
        signal(Signal.STOP);
    }

    @Override
    public void thaw() {
        signal(Signal.CONT);
    }

    private void signal(Signal signal) {
        for (ServerNode node : cluster.nodes()) {
            if (node.process().isAlive()) {
                cluster.signal(node.name(), signal);
            }
        }
        if (again != null) {
            again.signal(signal);
        }
    }

    private void awaitAllNodes() throws InterruptedException {
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            while (!allNodesAnswer(admin)) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("Kafka did not get ready, see target/kafka-logs");
                }
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
        }
    }

    private boolean allNodesAnswer(Admin admin) throws InterruptedException {
        try {
            return admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).size()
                    == cluster.nodes().size();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }
}

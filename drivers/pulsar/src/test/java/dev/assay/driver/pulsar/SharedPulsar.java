package dev.assay.driver.pulsar;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.PulsarSpec;
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
import dev.assay.provision.pulsar.LocalPulsar;
import dev.assay.testkit.jdk.QuickJdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One cluster of three bookies and two brokers for all test classes of the module; it dies with the JVM. */
final class SharedPulsar implements BrokerFaults {
    private static final String BROKER = "broker-2";
    private static @Nullable SharedPulsar pulsar;

    private final Leash leash;
    private final Cluster cluster;
    private final List<LeashedProcess> again = new ArrayList<>();

    private SharedPulsar() throws IOException {
        QuickJdk.use();
        AssayCache cache = AssayCache.standard();
        leash = Leash.open(cache);
        Path logs = Files.createDirectories(Path.of("target", "pulsar-logs"));
        // A killed broker's topics are free for others when its session ends: five seconds instead of thirty. A new
        // consumer is served at once instead of after a second: many tests open several.
        VendorSettings settings = new VendorSettings(
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of("metadataStoreSessionTimeoutMillis", "5000", "activeConsumerFailoverDelayTimeMillis", "0"));
        cluster = new LocalPulsar(cache, leash, ProgressListener.SILENT)
                .start(spec(), settings, DurabilityLevel.LEVEL_2, ClusterFolders.of(logs, cache));
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    static synchronized SharedPulsar get() throws IOException {
        SharedPulsar running = pulsar;
        if (running == null) {
            running = new SharedPulsar();
            pulsar = running;
        }
        return running;
    }

    static PulsarSpec spec() {
        return new PulsarSpec(
                "4.0.8",
                "4.2.4",
                Deployment.LOCAL,
                3,
                2,
                PulsarSpec.Placement.TOGETHER,
                new ByteSize(256 << 20),
                new ByteSize(192 << 20),
                0,
                0,
                0,
                PulsarSpec.SubscriptionType.FAILOVER,
                "public",
                "",
                "");
    }

    Map<String, String> connection() {
        return cluster.connection();
    }

    private void stop() {
        LeashedProcess.killAll(again);
        cluster.close();
        leash.close();
    }

    @Override
    public void restartOneBroker() throws Exception {
        ServerNode broker = node();
        String[] command = Files.readString(
                        Path.of("/proc/" + broker.process().pid() + "/cmdline"), StandardCharsets.UTF_8)
                .split("\0");
        cluster.signal(BROKER, Signal.KILL);
        broker.process().onExit().get(10, TimeUnit.SECONDS);
        Launch launch = new Launch(BROKER, List.of(command), Map.of(), broker.data(), broker.log());
        again.add(leash.start(launch));
        awaitPort(broker.port());
    }

    private ServerNode node() {
        return cluster.nodes().stream()
                .filter(node -> node.name().equals(BROKER))
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
                java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
        throw new TimeoutException("the broker that was started again does not listen on " + port);
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

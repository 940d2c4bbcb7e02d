package dev.assay.driver.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;

/**
 * Kafka nodes as processes, from the class path in the file that the system property {@code assay.test.kafka.classpath}
 * names.
 */
final class KafkaProcesses implements RealKafka {
    private static final String CLUSTER_ID = "MkU3OEVBNTcwNTJENDM2Qk";
    private static final Duration READY_LIMIT = Duration.ofSeconds(90);

    private final Path home;
    private final String classPath;
    private final List<Integer> brokerPorts;
    private final List<Integer> controllerPorts;
    private final Process[] nodes;

    private KafkaProcesses(int count) throws IOException {
        String file = System.getProperty("assay.test.kafka.classpath", "");
        if (file.isEmpty()) {
            throw new IllegalStateException(
                    "tests against real brokers need -Dassay.test.kafka.classpath=FILE, a file with"
                            + " the class path of org.apache.kafka:kafka_2.13 (mvn dependency:build-classpath writes one)");
        }
        classPath = Files.readString(Path.of(file)).strip();
        home = Files.createTempDirectory("assay-test-kafka");
        List<Integer> ports = freePorts(2 * count);
        brokerPorts = ports.subList(0, count);
        controllerPorts = ports.subList(count, 2 * count);
        nodes = new Process[count];
    }

    static KafkaProcesses start(int count) throws IOException, InterruptedException {
        KafkaProcesses kafka = new KafkaProcesses(count);
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::stopQuietly));
        for (int i = 0; i < count; i++) {
            Files.writeString(kafka.home.resolve(i + ".properties"), kafka.properties(i));
            Process format = kafka.java(i, "kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c");
            if (format.waitFor() != 0) {
                throw new IllegalStateException("formatting failed, see " + kafka.home);
            }
            kafka.nodes[i] = kafka.java(i, "kafka.Kafka");
        }
        kafka.awaitAllNodes();
        return kafka;
    }

    @Override
    public String bootstrapServers() {
        return brokerPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    @Override
    public void restartOneBroker() throws IOException, InterruptedException {
        nodes[0].destroyForcibly().waitFor();
        nodes[0] = java(0, "kafka.Kafka");
        awaitAllNodes();
    }

    @Override
    public void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    @Override
    public void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        kill();
        for (Process node : nodes) {
            node.waitFor();
        }
        try (var files = Files.walk(home)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private void stopQuietly() {
        try {
            stop();
        } catch (IOException | InterruptedException e) {
            System.err.println("Kafka's files may be left in " + home + ": " + e);
        }
    }

    private void kill() {
        for (Process node : nodes) {
            if (node != null) {
                node.destroyForcibly();
            }
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        for (Process node : nodes) {
            new ProcessBuilder("kill", "-" + name, Long.toString(node.pid()))
                    .start()
                    .waitFor();
        }
    }

    private Process java(int node, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-cp", classPath));
        command.addAll(List.of(arguments));
        command.add(home.resolve(node + ".properties").toString());
        Path log = home.resolve(node + ".log");
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private String properties(int node) {
        String voters = IntStream.range(0, nodes.length)
                .mapToObj(i -> i + "@127.0.0.1:" + controllerPorts.get(i))
                .collect(Collectors.joining(","));
        int copies = Math.min(3, nodes.length);
        return String.join(
                "\n",
                "process.roles=broker,controller",
                "node.id=" + node,
                "controller.quorum.voters=" + voters,
                "listeners=PLAINTEXT://127.0.0.1:" + brokerPorts.get(node) + ",CONTROLLER://127.0.0.1:"
                        + controllerPorts.get(node),
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                "log.dirs=" + home.resolve("data-" + node),
                "auto.create.topics.enable=false",
                "offsets.topic.num.partitions=3",
                "offsets.topic.replication.factor=" + copies,
                "group.initial.rebalance.delay.ms=0",
                "broker.session.timeout.ms=6000",
                "broker.heartbeat.interval.ms=500",
                "");
    }

    /** Ready when each node is in the cluster's metadata and its port answers. */
    private void awaitAllNodes() throws InterruptedException {
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            while (!allNodesAnswer(admin)) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("Kafka did not get ready, see " + home);
                }
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
        }
    }

    private boolean allNodesAnswer(Admin admin) throws InterruptedException {
        try {
            return admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).size() == nodes.length;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}

package dev.assay.systems.rabbitmq.driver;

import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import dev.assay.systems.rabbitmq.deployment.RabbitMqSystem;
import dev.assay.testing.cluster.SharedCluster;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;

/** Holds the three nodes that tests share, of the installed server by default, or of another one. */
final class RabbitMqUnderTest {
    static final SharedCluster CLUSTER = cluster(RabbitMqSpec.INSTALLED);

    private RabbitMqUnderTest() {}

    /** Returns the cluster of a server by its version. */
    static SharedCluster cluster(String version) {
        return SharedCluster.of(version.equals(RabbitMqSpec.INSTALLED) ? "rabbitmq" : "rabbitmq " + version);
    }

    /** Starts the installed server; where there is none, the tests that need it are skipped. */
    static void start() {
        start(RabbitMqSpec.INSTALLED);
    }

    private static SharedCluster start(String version) {
        RabbitMqSystem.unavailable(version).ifPresent(Assumptions::abort);
        SharedCluster cluster = cluster(version);
        cluster.connection();
        return cluster;
    }

    /** Returns the cluster's connection for queues of that kind. */
    static Map<String, String> connection(QueueKind kind) {
        return connection(RabbitMqSpec.INSTALLED, kind);
    }

    /** Returns the connection to a server of that version; a test of queues that it does not have is skipped. */
    static Map<String, String> connection(String version, QueueKind kind) {
        SharedCluster cluster = start(version);
        if (kind == QueueKind.MIRRORED) {
            assumeMirroredQueues(cluster.serverVersion());
        }
        Map<String, String> connection = new TreeMap<>(cluster.connection());
        connection.put("queue", kind.toString());
        connection.put("replication", kind == QueueKind.CLASSIC ? "1" : "3");
        return connection;
    }

    /** Skips the test where a server of that version has none. */
    static void assumeMirroredQueues(String version) {
        Assumptions.assumeTrue(version.startsWith("3."), () -> "RabbitMQ " + version + " has no mirrored queues");
    }
}

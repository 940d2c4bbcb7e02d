package dev.assay.systems.rabbitmq.driver;

import dev.assay.systems.rabbitmq.QueueKind;
import dev.assay.systems.rabbitmq.deployment.LocalRabbitMq;
import dev.assay.testing.cluster.SharedCluster;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;

/** The three nodes that tests share. */
final class RabbitMqUnderTest {
    static final SharedCluster CLUSTER = SharedCluster.of("rabbitmq");

    private RabbitMqUnderTest() {}

    /** Where no server is installed, the tests that need one are skipped. */
    static void start() {
        LocalRabbitMq.unavailable().ifPresent(Assumptions::abort);
        CLUSTER.connection();
    }

    /** The cluster's connection for queues of that kind. */
    static Map<String, String> connection(QueueKind kind) {
        Map<String, String> connection = new TreeMap<>(CLUSTER.connection());
        connection.put("queue", kind.toString());
        connection.put("replication", kind == QueueKind.CLASSIC ? "1" : "3");
        return connection;
    }
}

package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Sample;
import dev.assay.systems.rabbitmq.deployment.RabbitMqSystem;
import dev.assay.testing.cluster.SharedNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
@Tag("slow")
class RabbitMqServerMetricsRealTest {
    private static final int MESSAGES = 20;
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final Set<String> ALWAYS = Set.of("node_writes_under_way_requests", "node_alarm_ratio");
    private static final Set<String> OF_LOGS = Set.of("node_commit_seconds", "node_queued_requests commit");
    private static final String FLUSH = "node_flush_seconds";

    @BeforeAll
    static void startRabbitMq() {
        RabbitMqUnderTest.start();
    }

    /** Loads a quorum queue on all nodes, whose entries each of them syncs. */
    @Test
    void aNodeTellsOfItsSyncsItsLogsAndItsAlarms() throws Exception {
        String queue = "real-figures-" + ProcessHandle.current().pid();
        Map<String, Double> highest = new TreeMap<>();
        Set<String> reported = toldBy(RabbitMqUnderTest.CLUSTER.serverVersion());
        ServerNode node = firstNode();
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(node.port());
        try (ServerMetrics metrics = new RabbitMqSystem().metrics(List.of(node)).getFirst();
                Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(queue, true, false, false, Map.of("x-queue-type", "quorum"));
            channel.confirmSelect();
            metrics.next(System.nanoTime());
            long begun = System.nanoTime();
            while (!highest.keySet().containsAll(reported) && System.nanoTime() - begun < LIMIT_NANOS) {
                for (int i = 0; i < MESSAGES; i++) {
                    channel.basicPublish("", queue, MessageProperties.PERSISTENT_BASIC, new byte[100]);
                    channel.waitForConfirmsOrDie(LIMIT_NANOS / 1_000_000);
                }
                for (Sample sample : metrics.next(System.nanoTime())) {
                    highest.merge(plausible(sample), sample.value(), Math::max);
                }
            }
            channel.queueDelete(queue);
        }
        assertThat(highest).containsOnlyKeys(reported);
        assertThat(highest.getOrDefault(FLUSH, 1.0)).isPositive();
        assertThat(highest.get("node_alarm_ratio")).isBetween(0.0, 1.0);
    }

    /**
     * Returns the metrics that this version reports: from 4.0 on nodes no longer count their syncs, and from 4.2 on they report each log
     * only by itself, on another page.
     */
    private static Set<String> toldBy(String version) {
        Set<String> metrics = new TreeSet<>(ALWAYS);
        if (version.matches("(3|4\\.[01])\\..*")) {
            metrics.addAll(OF_LOGS);
        }
        if (version.startsWith("3.")) {
            metrics.add(FLUSH);
        }
        return metrics;
    }

    private static ServerNode firstNode() {
        SharedNode shared = RabbitMqUnderTest.CLUSTER.nodes().getFirst();
        ProcessHandle process = ProcessHandle.of(shared.pid()).orElseThrow();
        return new ServerNode(shared.name(), process, shared.port(), shared.log(), shared.data(), shared.page());
    }

    /** Checks the sample's value, and returns its metric and part. */
    private static String plausible(Sample sample) {
        assertThat(sample.labels().get(Labels.NODE)).isEqualTo("rabbitmq-1");
        assertThat(sample.value()).isNotNegative();
        if (sample.metric().unit() == MetricUnit.SECONDS) {
            assertThat(sample.value()).isLessThan(60);
        }
        return (sample.metric().name() + " " + sample.labels().get(Labels.PART)).strip();
    }
}

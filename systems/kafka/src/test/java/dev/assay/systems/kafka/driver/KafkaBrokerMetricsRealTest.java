package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.systems.kafka.deployment.KafkaSystem;
import dev.assay.testing.cluster.SharedCluster;
import dev.assay.testing.cluster.SharedNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
@Tag("slow")
class KafkaBrokerMetricsRealTest {
    private static final SharedCluster KAFKA = SharedCluster.of("kafka");
    private static final int MESSAGES = 20;

    @Test
    void aBrokerTellsWhereTheTimeOfItsWritesWent() throws Exception {
        SharedNode broker = KAFKA.nodes().getFirst();
        ServerNode node = new ServerNode(
                broker.name(),
                ProcessHandle.of(broker.pid()).orElseThrow(),
                broker.port(),
                broker.log(),
                broker.data(),
                broker.page());
        Labels labels = Labels.of(Labels.NODE, broker.name());
        try (ServerMetrics metrics = new KafkaSystem().metrics(List.of(node)).getFirst()) {
            createTopic();
            long begun = System.nanoTime();
            metrics.next(begun);
            send();
            long nanoTime = System.nanoTime();
            List<Sample> samples = metrics.next(nanoTime);
            double seconds = (nanoTime - begun) / 1e9;

            assertThat(samples)
                    .filteredOn(sample -> sample.metric().equals(Metrics.NODE_WRITE_TIME))
                    .extracting(sample -> sample.labels().get(Labels.PART))
                    .containsExactly("queue", "append", "replicas", "throttle", "reply");
            assertThat(samples)
                    .filteredOn(sample -> sample.metric().equals(Metrics.NODE_WRITE_TIME))
                    .allSatisfy(sample -> assertThat(sample.value()).isBetween(0.0, 60.0));
            assertThat(value(samples, Metrics.NODE_WRITES, labels) * seconds)
                    .as("one request for each message, on a cluster that others may use")
                    .isGreaterThan(MESSAGES - 0.5);
            assertThat(value(samples, Metrics.NODE_FLUSH, labels)).isPositive();
            assertThat(value(samples, Metrics.NODE_GC_PAUSE, labels)).isBetween(0.0, 1.0);
            assertThat(value(samples, Metrics.NODE_HANDLERS_IDLE, labels)).isBetween(0.01, 1.0);
        }
        assertThat(Path.of("/tmp/.java_pid" + broker.pid())).doesNotExist();
    }

    private static double value(List<Sample> samples, Metric metric, Labels labels) {
        return samples.stream()
                .filter(sample ->
                        sample.metric().equals(metric) && sample.labels().equals(labels))
                .findFirst()
                .orElseThrow()
                .value();
    }

    /** Creates a topic whose copies are all on the first broker. */
    private static void createTopic() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestConfigs.servers(KAFKA)))) {
            admin.createTopics(List.of(new NewTopic("real-figures", Map.of(0, List.of(1)))
                            .configs(Map.of("flush.messages", "1", "min.insync.replicas", "1"))))
                    .all()
                    .get();
        }
    }

    private static void send() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", TestConfigs.servers(KAFKA), "acks", "all"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < MESSAGES; i++) {
                producer.send(new ProducerRecord<>("real-figures", new byte[100]))
                        .get();
            }
        }
    }
}

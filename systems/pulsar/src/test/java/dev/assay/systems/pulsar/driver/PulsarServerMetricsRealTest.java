package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.node.ServerNode;
import dev.assay.cluster.telemetry.ServerMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.systems.pulsar.deployment.PulsarSystem;
import dev.assay.testing.cluster.SharedCluster;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
@Tag("slow")
class PulsarServerMetricsRealTest {
    private static final SharedCluster PULSAR = SharedCluster.of("pulsar");
    private static final int MESSAGES = 20;
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final Set<String> OF_JOURNAL = Set.of(
            "node_write_seconds queue",
            "node_write_seconds append",
            "node_flush_seconds",
            "node_queued_requests append",
            "node_queued_requests sync",
            "node_writes_under_way_requests",
            "node_throttled_writes_per_second");

    private static List<ServerMetrics> metrics(String role) {
        List<ServerNode> nodes = PULSAR.nodes().stream()
                .filter(node -> node.name().startsWith(role))
                .map(node -> new ServerNode(
                        node.name(),
                        ProcessHandle.of(node.pid()).orElseThrow(),
                        node.port(),
                        node.log(),
                        node.data(),
                        node.page()))
                .toList();
        return new PulsarSystem().metrics(nodes);
    }

    @Test
    void eachProcessTellsHowLongItCollectedGarbage() throws Exception {
        Set<String> reported = new TreeSet<>();
        for (ServerMetrics metrics : metrics("")) {
            try (metrics) {
                metrics.next(0);
                metrics.next(1_000_000_000).stream()
                        .filter(sample -> sample.metric().equals(Metrics.NODE_GC_PAUSE))
                        .forEach(sample -> {
                            assertThat(sample.labels()).isEqualTo(Labels.of(Labels.NODE, metrics.node()));
                            assertThat(sample.value()).isNotNegative();
                            reported.add(metrics.node());
                        });
            }
        }
        assertThat(reported).containsExactly("bookie-1", "bookie-2", "bookie-3", "broker-1", "broker-2", "zookeeper-1");
    }

    /** Entries of this cluster are written to all bookies; a journal that does not sync each of them syncs once a second. */
    @Test
    void aBookieTellsHowItsJournalFared() throws Exception {
        String topic = "persistent://public/default/real-figures-"
                + ProcessHandle.current().pid();
        Set<String> metrics = new TreeSet<>();
        ServerMetrics journal = metrics("bookie-1").getLast();
        try (journal;
                PulsarAdmin admin = PulsarAdmin.builder()
                        .serviceHttpUrl(address("admin.url"))
                        .build();
                PulsarClient client = PulsarClient.builder()
                        .serviceUrl(address("service.url"))
                        .build()) {
            admin.topics().createNonPartitionedTopic(topic);
            try (Producer<byte[]> producer = client.newProducer().topic(topic).create()) {
                assertThat(journal.next(System.nanoTime()))
                        .as("no difference is known from one answer")
                        .extracting(Sample::metric)
                        .containsOnly(Metrics.NODE_QUEUED, Metrics.NODE_UNDER_WAY);
                long begun = System.nanoTime();
                while (!metrics.containsAll(OF_JOURNAL) && System.nanoTime() - begun < LIMIT_NANOS) {
                    for (int i = 0; i < MESSAGES; i++) {
                        producer.send(new byte[100]);
                    }
                    for (Sample sample : journal.next(System.nanoTime())) {
                        metrics.add(plausible(sample));
                    }
                }
            }
            admin.topics().delete(topic, true);
        }
        assertThat(metrics).isEqualTo(OF_JOURNAL);
    }

    /** Checks the sample's value, and returns its metric and part. */
    private static String plausible(Sample sample) {
        assertThat(sample.labels().get(Labels.NODE)).isEqualTo("bookie-1");
        assertThat(sample.value()).isNotNegative();
        if (sample.metric().unit() == MetricUnit.SECONDS) {
            assertThat(sample.value()).isLessThan(60);
        }
        return (sample.metric().name() + " " + sample.labels().get(Labels.PART)).strip();
    }

    private static String address(String key) {
        return PULSAR.connection().getOrDefault(key, "");
    }
}

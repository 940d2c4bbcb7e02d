package dev.assay.systems.nats.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import java.net.URI;
import org.junit.jupiter.api.Test;

class NatsServerMetricsTest {
    private static final String JSZ = """
            {
              "memory": 0,
              "api": { "level": 4, "total": 3, "errors": 0, "inflight": 2 },
              "config": { "sync_interval": 120000000000, "sync_always": true },
              "meta_cluster": {
                "name": "assay",
                "leader": "nats-2",
                "replicas": [ { "name": "nats-1", "current": true, "offline": true, "active": 1 },
                              { "name": "nats-3", "current": true, "active": 1 } ],
                "cluster_size": 3
              },
              "total": 1
            }""";

    private static MonitorPage varz(int stalled, String more) {
        return new MonitorPage("{ \"stalled_clients\": " + stalled + more + " }");
    }

    private final NatsServerMetrics metrics = new NatsServerMetrics("nats-1", () -> URI.create("http://127.0.0.1:1"));
    private final Labels node = Labels.of(Labels.NODE, "nats-1");

    @Test
    void partsOfAPageAreFound() {
        MonitorPage meta = new MonitorPage(JSZ).part("meta_cluster");
        assertThat(meta.string("leader")).isEqualTo("nats-2");
        assertThat(meta.number("cluster_size")).hasValue(3);
        assertThat(meta.countTrue("current")).isEqualTo(2);
        assertThat(meta.countTrue("offline")).isEqualTo(1);
        assertThat(meta.number("total")).isEmpty();
        assertThat(new MonitorPage(JSZ).part("nothing").text()).isEmpty();
    }

    @Test
    void whatIsCountedHasAValueFromTheSecondAnswerOn() {
        MonitorPage jetStream = new MonitorPage(JSZ);
        assertThat(metrics.samples(varz(5, ""), jetStream, node, Double.NaN))
                .containsExactly(Metrics.NODE_QUEUED.of(node.with(Labels.PART, "api"), 2));
        assertThat(metrics.samples(
                        varz(9, ", \"disk_io_wait_stats\": { \"waiters\": 7, \"waits\": 1 }"), jetStream, node, 2))
                .containsExactlyInAnyOrder(
                        Metrics.NODE_THROTTLED.of(node, 2),
                        Metrics.NODE_QUEUED.of(node.with(Labels.PART, "disk"), 7),
                        Metrics.NODE_QUEUED.of(node.with(Labels.PART, "api"), 2));
    }

    @Test
    void aServerThatTellsNothingOfItHasNoValues() {
        assertThat(metrics.samples(new MonitorPage("{}"), new MonitorPage("{}"), node, 1))
                .isEmpty();
    }
}

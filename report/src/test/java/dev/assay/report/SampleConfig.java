package dev.assay.report;

import dev.assay.model.spec.EffectiveConfig;
import java.util.Map;

/** Makes settings as the Kafka driver reads them back. */
final class SampleConfig {
    private SampleConfig() {}

    static EffectiveConfig kafka() {
        return new EffectiveConfig(
                Map.of(
                        "producer",
                        Map.of(
                                "acks", "all",
                                "linger.ms", "1",
                                "batch.size", "131072",
                                "buffer.memory", "33554432",
                                "enable.idempotence", "true",
                                "compression.type", "none",
                                "max.in.flight.requests.per.connection", "5"),
                        "consumer",
                        Map.of("fetch.min.bytes", "1", "fetch.max.wait.ms", "500", "auto.offset.reset", "earliest"),
                        "topic",
                        Map.of(
                                "min.insync.replicas", "2",
                                "flush.messages", "9223372036854775807",
                                "replication.factor", "3",
                                "retention.ms", "604800000"),
                        "broker",
                        Map.of(
                                "num.io.threads",
                                "8",
                                "group.initial.rebalance.delay.ms",
                                "0",
                                "log.dirs",
                                "/var/lib/kafka")),
                Map.of(
                        "producer.linger.ms", "batching.linger of the scenario",
                        "producer.batch.size", "batching.size of the scenario",
                        "topic.min.insync.replicas", "level-2 asks for two nodes before the acknowledgement",
                        "broker.group.initial.rebalance.delay.ms", "local clusters start faster",
                        "broker.log.flush.interval.ms", "was set, but the broker does not list it"));
    }
}

package dev.assay.cli.run;

import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.MemorySpec;
import dev.assay.core.scenario.PulsarSpec;
import dev.assay.core.scenario.RabbitMqSpec;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.deployment.cluster.Cluster;

/** What an acknowledgement was worth once the load was open. */
public final class EffectiveDurability {
    private EffectiveDurability() {}

    /** As the scenario has it, held against what Kafka's clients and topics and RabbitMQ's version report as effective. */
    public static DurabilityStatement of(TrialSpec spec, EffectiveConfig config, Cluster cluster) {
        return switch (spec.deployed()) {
            case KafkaSpec kafka ->
                kafka.durabilityBySettings(spec.durability(), spec.settings())
                        .readBack(config)
                        .statement();
            case RabbitMqSpec rabbit -> found(rabbit, cluster).durability(spec.durability(), spec.settings());
            case PulsarSpec _, MemorySpec _ -> spec.durabilityStatement();
        };
    }

    private static RabbitMqSpec found(RabbitMqSpec rabbit, Cluster cluster) {
        return cluster.serverVersion().map(rabbit::withVersion).orElse(rabbit);
    }
}

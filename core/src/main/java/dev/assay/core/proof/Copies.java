package dev.assay.core.proof;

import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.MemorySpec;
import dev.assay.core.scenario.PulsarSpec;
import dev.assay.core.scenario.TrialSpec;

/** On how many nodes each message lies once all is well: what a claim depends on. */
public final class Copies {
    private Copies() {}

    /** The copies of each message of that trial. */
    public static int of(TrialSpec trial) {
        return switch (trial.system()) {
            case KafkaSpec kafka -> kafka.effectiveReplication();
            case PulsarSpec pulsar -> pulsar.quorums(trial.durability()).write();
            case MemorySpec _ -> 1;
        };
    }
}

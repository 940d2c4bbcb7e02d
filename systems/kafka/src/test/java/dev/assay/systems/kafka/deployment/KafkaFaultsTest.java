package dev.assay.systems.kafka.deployment;

import dev.assay.core.scenario.SystemSpec;
import dev.assay.deployment.contract.FaultsContract;
import dev.assay.systems.kafka.KafkaSpec;

/** Three brokers of Kafka. */
class KafkaFaultsTest extends FaultsContract {
    @Override
    protected SystemSpec system() {
        return KafkaSpec.usual();
    }
}

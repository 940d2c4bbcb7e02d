package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.contract.ClusterFaultsContract;
import dev.assay.model.spec.SystemSpec;
import dev.assay.systems.kafka.KafkaSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
@Tag("server")
@Tag("slow")
class KafkaFaultsTest extends ClusterFaultsContract {
    @Override
    protected SystemSpec system() {
        return KafkaSpec.usual();
    }
}

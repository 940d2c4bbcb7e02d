package dev.assay.systems.nats.deployment;

import dev.assay.cluster.contract.ClusterFaultsContract;
import dev.assay.model.spec.SystemSpec;
import dev.assay.systems.nats.NatsSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
@Tag("server")
@Tag("slow")
class NatsFaultsTest extends ClusterFaultsContract {
    @Override
    protected SystemSpec system() {
        return NatsSpec.usual();
    }
}

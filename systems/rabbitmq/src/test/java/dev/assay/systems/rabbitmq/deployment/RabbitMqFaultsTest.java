package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.contract.ClusterFaultsContract;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
@Tag("server")
@Tag("slow")
class RabbitMqFaultsTest extends ClusterFaultsContract {
    @BeforeAll
    static void aServerIsInstalled() {
        RabbitMqSystem.unavailable().ifPresent(Assumptions::abort);
    }

    @Override
    protected SystemSpec system() {
        return Specs.local(3, QueueKind.QUORUM, new ByteSize(256 << 20));
    }

    /** A silent node counts as dead after 10 s instead of 75. */
    @Override
    protected VendorSettings settings() {
        return new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of("net_ticktime", "8"));
    }
}

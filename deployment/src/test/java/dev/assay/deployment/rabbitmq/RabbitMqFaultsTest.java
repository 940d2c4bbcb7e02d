package dev.assay.deployment.rabbitmq;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.QueueKind;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.fault.FaultsTest;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/** Three nodes of RabbitMQ. */
class RabbitMqFaultsTest extends FaultsTest {
    /** After 10 s instead of 75 a silent node counts as dead. */
    private static final VendorSettings QUICK =
            new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of("net_ticktime", "8"));

    @BeforeAll
    static void aServerIsInstalled() {
        LocalRabbitMq.unavailable().ifPresent(Assumptions::abort);
    }

    @Override
    protected Cluster start(Ground ground) {
        return new LocalRabbitMq(ground.supervisor(), ProgressListener.SILENT)
                .isolating(ground.isolation())
                .start(
                        Specs.local(3, QueueKind.QUORUM, new ByteSize(256 << 20)),
                        QUICK,
                        DurabilityLevel.LEVEL_1,
                        ground.folders());
    }
}

package dev.assay.deployment.kafka;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.unit.ByteSize;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.FreePorts;
import dev.assay.deployment.fault.FaultsTest;

/** Three brokers of Kafka. */
class KafkaFaultsTest extends FaultsTest {
    @Override
    protected Cluster start(Ground ground) {
        KafkaSpec spec = new KafkaSpec("4.3.1", "4.3.1", Deployment.LOCAL, 3, 0, new ByteSize(256 << 20), "");
        return new LocalKafka(
                        ground.cache(),
                        ground.supervisor(),
                        ProgressListener.SILENT,
                        FreePorts.RANDOM,
                        ground.isolation())
                .start(spec, VendorSettings.NONE, DurabilityLevel.LEVEL_1, ground.folders());
    }
}

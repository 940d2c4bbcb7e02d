package dev.assay.deployment.pulsar;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.deployment.ProgressListener;
import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.cluster.FreePorts;
import dev.assay.deployment.fault.FaultsTest;

/** A broker of Pulsar and three bookies. */
class PulsarFaultsTest extends FaultsTest {
    @Override
    protected Cluster start(Ground ground) {
        return new LocalPulsar(
                        ground.cache(),
                        ground.supervisor(),
                        ProgressListener.SILENT,
                        FreePorts.RANDOM,
                        ground.isolation())
                .start(LocalPulsarTest.spec(3, 1), VendorSettings.NONE, DurabilityLevel.LEVEL_1, ground.folders());
    }
}

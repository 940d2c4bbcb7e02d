package dev.assay.provision.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.Fault;
import dev.assay.core.scenario.PulsarSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.provision.AssayCache;
import dev.assay.provision.ProgressListener;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.cluster.FreePorts;
import dev.assay.provision.cluster.NodeIsolation;
import dev.assay.provision.disk.DiskImage;
import dev.assay.provision.fault.Comeback;
import dev.assay.provision.leash.Leash;
import dev.assay.provision.network.NodeNetwork;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real brokers and bookies that are hit by faults and come back. */
@Tag("real")
@Tag("long")
class PulsarFaultsTest {
    @TempDir
    Path folder;

    private final AssayCache cache = AssayCache.standard();
    private final Leash leash = Leash.open(cache);

    @AfterEach
    void nothingStaysMounted() throws IOException {
        leash.close();
        Comeback.leftNothing(folder);
    }

    private Cluster start(NodeIsolation isolation) {
        PulsarSpec spec = LocalPulsarTest.spec(3, 1);
        ClusterFolders folders = new ClusterFolders(folder.resolve("logs"), folder.resolve("clusters"));
        return new LocalPulsar(cache, leash, ProgressListener.SILENT, FreePorts.RANDOM, isolation)
                .start(spec, VendorSettings.NONE, DurabilityLevel.LEVEL_1, folders);
    }

    @Test
    void nodesThatAreKilledOrFrozenComeBackAndFaultsThatNeedMoreAreRefused() {
        try (Cluster cluster = start(NodeIsolation.NONE)) {
            assertThat(cluster.faults().orElseThrow().refused())
                    .containsOnlyKeys(Fault.POWER_ONE, Fault.POWER_ALL, Fault.PARTITION_ONE, Fault.DISK_FULL);
            Comeback.after(Fault.KILL_ONE, cluster);
            Comeback.after(Fault.KILL_ALL, cluster);
            Comeback.after(Fault.PAUSE_ONE, cluster);
        }
    }

    @Test
    void nodesThatLosePowerOrRoomComeBackOnWhatTheirDisksHold() {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        try (Cluster cluster = start(new NodeIsolation(true, false))) {
            assertThat(cluster.faults().orElseThrow().refused()).containsOnlyKeys(Fault.PARTITION_ONE);
            Comeback.after(Fault.DISK_FULL, cluster);
            Comeback.after(Fault.POWER_ONE, cluster);
            Comeback.after(Fault.POWER_ALL, cluster);
            Comeback.after(Fault.KILL_ALL, cluster);
        }
    }

    @Test
    void aNodeThatIsCutOffComesBack() {
        assumeTrue(
                NodeNetwork.refusal().isEmpty(),
                () -> "skipped: " + NodeNetwork.refusal().orElseThrow());
        try (Cluster cluster = start(new NodeIsolation(false, true))) {
            assertThat(cluster.faults().orElseThrow().refused())
                    .containsOnlyKeys(Fault.POWER_ONE, Fault.POWER_ALL, Fault.DISK_FULL);
            Comeback.after(Fault.PARTITION_ONE, cluster);
        }
    }
}

package dev.assay.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.cluster.network.NodeNetwork;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.node.NodeIsolation;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Injects faults into real servers of one system and checks that they recover. A class that extends it has the tags {@code real} and
 * {@code long}.
 */
public abstract class ClusterFaultsContract {
    @TempDir
    Path folder;

    private final AssayCache cache = AssayCache.standard();
    private final ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());

    /** Returns a local cluster of three nodes, or of three that store. */
    protected abstract SystemSpec system();

    /** Returns settings with which the system notices faults sooner; none where it does so by itself. */
    protected VendorSettings settings() {
        return VendorSettings.NONE;
    }

    private Cluster start(NodeIsolation isolation) {
        ClusterFolders folders = new ClusterFolders(folder.resolve("logs"), folder.resolve("clusters"));
        return new SystemDeployment(cache, supervisor, ProgressListener.SILENT)
                .start(new ClusterRequest(system(), settings(), DurabilityLevel.LEVEL_1, folders, isolation));
    }

    @AfterEach
    void nothingStaysMounted() throws IOException {
        supervisor.close();
        RecoveryCheck.leftNothing(folder);
    }

    @Test
    void nodesThatAreKilledOrFrozenComeBackAndFaultsThatNeedMoreAreRefused() {
        try (Cluster cluster = start(NodeIsolation.NONE)) {
            assertThat(cluster.faults().orElseThrow().refused())
                    .containsOnlyKeys(Fault.POWER_ONE, Fault.POWER_ALL, Fault.PARTITION_ONE, Fault.DISK_FULL);
            RecoveryCheck.after(Fault.KILL_ONE, cluster);
            RecoveryCheck.after(Fault.KILL_ALL, cluster);
            RecoveryCheck.after(Fault.PAUSE_ONE, cluster);
        }
    }

    @Test
    void nodesThatLosePowerOrRoomComeBackOnWhatTheirDisksHold() {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        try (Cluster cluster = start(new NodeIsolation(true, false))) {
            assertThat(cluster.faults().orElseThrow().refused()).containsOnlyKeys(Fault.PARTITION_ONE);
            RecoveryCheck.after(Fault.DISK_FULL, cluster);
            RecoveryCheck.after(Fault.POWER_ONE, cluster);
            RecoveryCheck.after(Fault.POWER_ALL, cluster);
            RecoveryCheck.after(Fault.KILL_ALL, cluster);
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
            RecoveryCheck.after(Fault.PARTITION_ONE, cluster);
        }
    }
}

package dev.assay.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.unit.ByteSize;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads records of running clusters after a loss of power. The cache is on a disk image. */
class PowerLossTest {
    @TempDir
    Path folder;

    @Test
    void theRecordOfAClusterIsOnDiskOnceItIsWritten() {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("other")).leases());
                DiskImage disk = DiskImage.create(
                        supervisor, folder.resolve("disk.img"), folder.resolve("disk"), new ByteSize(64 << 20))) {
            ClusterRegistration registration = ClusterRegistration.of("kafka", new AssayCache(disk.folder()));
            RunningCluster cluster = RunningCluster.starting("kafka", "4.3.1", "level-3");
            registration.take(cluster);
            registration.write(cluster.failed("first"));
            registration.write(cluster.failed("second"));

            disk.cutPower();
            disk.restorePower();

            assertThat(registration.read()).hasValue(cluster.failed("second"));
        }
    }
}

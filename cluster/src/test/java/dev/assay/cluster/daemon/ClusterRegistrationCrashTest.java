package dev.assay.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.DeploymentException;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.testing.disk.DiskFailure;
import dev.assay.testing.disk.FailingDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever step of taking a slot is the last one: it is there with its whole record or not at all, and can be cleared and taken again. */
class ClusterRegistrationCrashTest {
    private static final RunningCluster CLUSTER = new RunningCluster(
            "memory",
            "1",
            "level-5",
            Instant.parse("2026-11-21T07:00:00Z"),
            ProcessIdentity.self(),
            Map.of("at", "127.0.0.1:1"),
            List.of(),
            Optional.empty());

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void aSlotIsTakenWholeOrCanBeCleared(DiskFailure failure) {
        boolean failed = true;
        int step = 0;
        while (failed) {
            step++;
            Path place = folder.resolve("memory" + step);
            FailingDisk disk = new FailingDisk(failure, step);
            try {
                assertThat(new ClusterRegistration("memory", disk.path(place)).take(CLUSTER))
                        .isTrue();
            } catch (DeploymentException e) {
                assertThat(place).as("step %d", step).doesNotExist();
            } catch (DiskFailure.Killed killed) {
                // As if this had been another process.
            }
            failed = disk.hasFailed();
            ClusterRegistration next = new ClusterRegistration("memory", place);
            if (Files.exists(place)) {
                assertThat(next.read()).as("step %d", step).contains(CLUSTER);
            }
            next.clear();
            assertThat(place).as("step %d", step).doesNotExist();
            assertThat(next.take(CLUSTER)).isTrue();
        }
        assertThat(step).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void aRecordThatIsRewrittenIsTheOldOneOrTheNew(DiskFailure failure) {
        RunningCluster failing = CLUSTER.failed("a server has ended");
        boolean failed = true;
        int step = 0;
        while (failed) {
            step++;
            ClusterRegistration registration = new ClusterRegistration("memory", folder.resolve("rewritten" + step));
            assertThat(registration.take(CLUSTER)).isTrue();
            FailingDisk disk = new FailingDisk(failure, step);
            try {
                new ClusterRegistration("memory", disk.path(registration.folder())).write(failing);
            } catch (DeploymentException | DiskFailure.Killed expected) {
                assertThat(disk.hasFailed()).isTrue();
            }
            failed = disk.hasFailed();
            assertThat(registration.read().orElseThrow()).as("step %d", step).isIn(CLUSTER, failing);
            registration.write(failing);
            assertThat(registration.read()).contains(failing);
            registration.clear();
            assertThat(registration.folder()).as("step %d", step).doesNotExist();
        }
        assertThat(step).isEqualTo(6);
    }
}

package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import dev.assay.testing.disk.DiskFailure;
import dev.assay.testing.disk.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Killed, or out of room, at any step of leasing something: the next pass leaves nothing of it. */
class UnfinishedLeaseTest {
    private static final long NOBODY = 999_999_999;

    @TempDir
    Path folder;

    @Test
    void aLeaseThatNobodyFinishesAnyMoreIsDeletedAndOneThatIsBeingWrittenStays() throws IOException {
        Path leases = new AssayCache(folder.resolve("cache")).leases();
        try (ProcessSupervisor living = ProcessSupervisor.open(leases)) {
            Path dead = Files.writeString(leases.resolve(NOBODY + "-1-1.lease.new"), "owner.p");
            Path alive = Files.writeString(leases.resolve(ProcessIdentity.self().pid() + "-1-1.lease.new"), "owner.p");
            assertThat(living.cleanUp()).isEmpty();
            assertThat(dead).doesNotExist();
            assertThat(alive).exists();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLeaseIsWrittenWholeOrNotAtAll(DiskFailure failure) throws IOException {
        boolean failed = true;
        int step = 0;
        while (failed) {
            step++;
            Path leases = Files.createDirectory(folder.resolve("leases" + step));
            FailingDisk disk = new FailingDisk(failure, step);
            try {
                new LeaseRegistry(disk.path(leases)).add("data", folder.resolve("data"));
            } catch (dev.assay.host.HostException | DiskFailure.Killed expected) {
                assertThat(disk.hasFailed()).isTrue();
            }
            failed = disk.hasFailed();
            new LeaseRegistry(leases).removeUnfinished();
            java.util.ArrayList<String> reports = new java.util.ArrayList<>();
            new LeaseRegistry(leases).orphans(reports);
            assertThat(reports).as("step %d", step).isEmpty();
            try (var left = Files.list(leases)) {
                assertThat(left)
                        .as("step %d", step)
                        .allMatch(file -> file.toString().endsWith(".lease"));
            }
        }
        assertThat(step).isGreaterThan(3);
    }

    @ParameterizedTest
    @EnumSource
    void aFolderIsMarkedOrGone(DiskFailure failure) throws IOException {
        boolean failed = true;
        int step = 0;
        while (failed) {
            step++;
            Path data = folder.resolve("data" + step);
            FailingDisk disk = new FailingDisk(failure, step);
            try {
                MarkedFolders.create(disk.path(data));
                Files.writeString(disk.path(data).resolve("content"), "content");
                MarkedFolders.delete(disk.path(data));
            } catch (IOException | DiskFailure.Killed expected) {
                assertThat(disk.hasFailed()).isTrue();
            }
            failed = disk.hasFailed();
            MarkedFolders.deleteRecorded(data);
            assertThat(data).as("step %d", step).doesNotExist();
        }
        assertThat(step).isGreaterThan(5);
    }
}

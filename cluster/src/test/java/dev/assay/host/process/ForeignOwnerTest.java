package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.host.file.DurableFile;
import dev.assay.testing.machine.PidNamespace;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Covers owners whose process numbers mean nothing here, since they share the cache from a container or from another machine. */
class ForeignOwnerTest {
    @TempDir
    Path folder;

    private Path leases;

    @BeforeEach
    void makeCache() {
        leases = new AssayCache(folder.resolve("cache")).leases();
    }

    @Test
    void aLivingOwnerInAnotherNamespaceKeepsWhatItHolds() throws Exception {
        Process owner = ownerInNamespace();
        try {
            assertThat(cleanUp()).isEmpty();
            assertThat(folder.resolve("data")).exists();
            assertThat(owner.isAlive()).isTrue();
        } finally {
            owner.destroyForcibly().waitFor();
        }
    }

    @Test
    void whatOneLeftThatWasKilledThereIsLeftToThoseThere() throws Exception {
        Process owner = ownerInNamespace();
        owner.destroyForcibly().waitFor();
        assertThat(Eventually.holds(() -> !OwnerLock.isHeld(leases, leaseOwner())))
                .isTrue();

        assertThat(cleanUp())
                .singleElement()
                .asString()
                .startsWith("Left alone the resources of process")
                .contains("data of a test", "running", "stopped", "such as a container's", leases.toString());
        assertThat(folder.resolve("data")).exists();
    }

    @Test
    void ofAnotherHostNothingIsTouched() throws IOException {
        ProcessIdentity self = ProcessIdentity.self();
        ProcessIdentity gone = new ProcessIdentity(1, self.begun() + "0", self.namespace());
        lease("elsewhere", gone);
        assertThat(cleanUp())
                .singleElement()
                .asString()
                .startsWith("Left alone the resources of process 1 on host 'elsewhere'");
        assertThat(folder.resolve("data")).exists();
    }

    @Test
    void ofAnOwnerThatNotesNoNamespaceNothingIsTouched() throws IOException {
        lease(host(), new ProcessIdentity(1, ProcessIdentity.self().begun() + "0", ""));
        assertThat(cleanUp()).singleElement().asString().startsWith("Left alone the resources of process 1");
        assertThat(folder.resolve("data")).exists();
    }

    @Test
    void whatWasLeftBeforeTheMachineWasStartedAgainIsCleanedUp() throws IOException {
        String type = Files.getFileStore(folder).type();
        assumeTrue(
                OwnerState.of(earlierBoot(), folder) == OwnerState.GONE, () -> "skipped: others may share a " + type);
        lease(host(), earlierBoot());
        assertThat(cleanUp()).singleElement().asString().startsWith("Deleted " + folder.resolve("data"));
        assertThat(leases).isEmptyDirectory();
    }

    @Test
    void anOwnerIsAliveAsLongAsItHasALeaseLeft() {
        ProcessSupervisor first = ProcessSupervisor.open(leases);
        ProcessSupervisor second = ProcessSupervisor.open(leases);
        first.close();
        assertThat(OwnerLock.isHeld(leases, ProcessIdentity.self())).isTrue();
        second.close();
        assertThat(OwnerLock.isHeld(leases, ProcessIdentity.self())).isFalse();
        assertThat(leases).isEmptyDirectory();
    }

    private static ProcessIdentity earlierBoot() {
        return new ProcessIdentity(
                1,
                "11111111-2222-3333-4444-555555555555/77",
                ProcessIdentity.self().namespace());
    }

    private static String host() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }

    private void lease(String host, ProcessIdentity owner) throws IOException {
        Path data = folder.resolve("data");
        MarkedFolders.create(data);
        Lease lease = new Lease("data of a test", host, owner, Optional.empty(), Optional.of(data), Optional.empty());
        DurableFile.write(leases.resolve("1.lease"), lease);
    }

    private ProcessIdentity leaseOwner() {
        try (var files = Files.list(leases)) {
            return files.flatMap(file -> OwnerLock.owner(file).stream())
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Process ownerInNamespace() throws IOException {
        assumeTrue(PidNamespace.isPossible(), "skipped: no PID namespace can be had here");
        List<String> command = new ArrayList<>(PidNamespace.COMMAND);
        command.addAll(OwnerDeathTest.command(SupervisorOwner.class, folder));
        Process owner = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(owner.inputReader().readLine()).startsWith("pids ");
        return owner;
    }

    private List<String> cleanUp() {
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(leases)) {
            return supervisor.cleanUp();
        }
    }
}

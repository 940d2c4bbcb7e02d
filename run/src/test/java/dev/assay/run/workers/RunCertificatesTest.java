package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.coordinator.RunTls;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.coordinator.WorkerConnection.Target;
import dev.assay.run.coordinator.WorkerHandle;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.worker.WorkerOptions;
import dev.assay.worker.WorkerServer;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WorkerToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By the certificates of a run, both sides know each other and nobody else. */
class RunCertificatesTest {
    private static final WorkerToken TOKEN = WorkerToken.random();

    @TempDir
    static Path folder;

    private static ProcessSupervisor supervisor;
    private static SshLauncher.RunCertificates run;
    private static SshLauncher.RunCertificates other;

    @BeforeAll
    static void make() throws Exception {
        supervisor = ProcessSupervisor.open(folder);
        run = SshLauncher.RunCertificates.make(supervisor);
        other = SshLauncher.RunCertificates.make(supervisor);
    }

    @AfterAll
    static void close() {
        supervisor.close();
    }

    private static WorkerServer start() throws Exception {
        return WorkerServer.start(
                new WorkerOptions(new HostPort("127.0.0.1", 0), TOKEN, run.workers(), null, false, 1),
                new MemoryProvider());
    }

    private static WorkerConnection connect(WorkerServer server, PeerTrust trust) throws CoordinationException {
        return WorkerConnection.open(
                new Target("w1", server.address(), Optional.of(TOKEN), trust, WorkerHandle.ELSEWHERE));
    }

    @Test
    void theCoordinatorOfTheRunReachesItsWorkers() throws Exception {
        try (WorkerServer server = start();
                WorkerConnection connection = connect(server, PeerTrust.of(run.coordinator()))) {
            assertThat(connection.identity().system()).isEqualTo("memory");
        }
    }

    @Test
    void aWorkerOfAnotherRunIsNotTalkedTo() throws Exception {
        RunTls stranger = new RunTls(
                run.coordinator().certificate(),
                run.coordinator().key(),
                other.coordinator().worker());
        try (WorkerServer server = start()) {
            assertThatThrownBy(() -> connect(server, PeerTrust.of(stranger))).isInstanceOf(CoordinationException.class);
        }
    }

    @Test
    void aWorkerTalksToNoCoordinatorOfAnotherRunThoughItKnowsTheToken() throws Exception {
        RunTls stranger = new RunTls(
                other.coordinator().certificate(),
                other.coordinator().key(),
                run.coordinator().worker());
        try (WorkerServer server = start()) {
            assertThatThrownBy(() -> connect(server, PeerTrust.of(stranger))).isInstanceOf(CoordinationException.class);
        }
    }

    @Test
    void aWorkerTalksToNobodyWithoutACertificate() throws Exception {
        try (WorkerServer server = start()) {
            assertThatThrownBy(() -> connect(server, new PeerTrust(null, true)))
                    .isInstanceOf(CoordinationException.class);
        }
    }

    @Test
    void noFileKeepsAKey() throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> left =
                    files.filter(file -> file.toString().endsWith(".p12")).toList();
            assertThat(left).isEmpty();
        }
        assertThat(run.toString() + run.coordinator() + run.workers()).doesNotContain("PRIVATE");
    }
}

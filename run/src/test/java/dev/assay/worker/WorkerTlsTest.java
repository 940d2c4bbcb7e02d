package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.PeerTrust;
import dev.assay.run.coordinator.WorkerConnection;
import dev.assay.run.trial.WorkerProcesses;
import dev.assay.run.workers.AcquiredWorkers;
import dev.assay.run.workers.AddressedWorkerPool;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.tls.Certificates;
import dev.assay.worker.wire.HostPort;
import dev.assay.worker.wire.WireProtocol;
import dev.assay.worker.wire.WorkerToken;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class WorkerTlsTest {
    private static final WorkerToken TOKEN = WorkerToken.random();

    @TempDir
    static Path folder;

    private static Certificates workers;
    private static Certificates others;

    @BeforeAll
    static void makeCertificates() throws Exception {
        workers = Certificates.in(folder.resolve("workers"));
        others = Certificates.in(folder.resolve("others"), "ip:127.0.0.2");
    }

    @Test
    void aWorkerWithACertificateIsReachedByThoseWhoTrustIt() throws Exception {
        try (WorkerServer server = start(workers);
                AcquiredWorkers reached = connect(server, workers.authority())) {
            assertThat(reached.connections())
                    .singleElement()
                    .extracting(WorkerConnection::identity)
                    .satisfies(identity -> assertThat(identity.system()).isEqualTo("memory"));
        }
    }

    @Test
    void aWorkerWithAnotherCertificateIsNotTalkedTo() throws Exception {
        try (WorkerServer server = start(workers)) {
            assertThatThrownBy(() -> connect(server, others.authority()))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("TLS with worker")
                    .hasMessageContaining("--worker-ca");
        }
    }

    @Test
    void aCertificateForAnotherAddressIsNotAccepted() throws Exception {
        try (WorkerServer server = start(others)) {
            assertThatThrownBy(() -> connect(server, others.authority()))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("TLS with worker");
        }
    }

    @Test
    void aWorkerWithACertificateSaysNothingInClearText() throws Exception {
        try (WorkerServer server = start(workers)) {
            assertThatThrownBy(() -> connect(server, null))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("a worker with --tls-cert needs --worker-ca here");
        }
    }

    @Test
    void aWorkerWithoutACertificateIsNotTrustedBlindly() throws Exception {
        WorkerOptions clear = WorkerOptions.owned(new HostPort("127.0.0.1", 0), TOKEN);
        try (WorkerServer server = WorkerServer.start(clear, new MemoryProvider())) {
            assertThatThrownBy(() -> connect(server, workers.authority()))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("TLS with worker");
        }
    }

    @Test
    void filesThatAreNoCertificatesAreRefusedAtTheStart() throws Exception {
        Path junk = Files.writeString(folder.resolve("junk.pem"), "junk");
        assertThatThrownBy(() -> start(new CertificateFiles(junk, junk)))
                .isInstanceOf(WorkerStartException.class)
                .hasMessageContaining("not a certificate and a key in PEM");
        assertThatThrownBy(() -> start(new CertificateFiles(folder.resolve("none"), junk)))
                .isInstanceOf(WorkerStartException.class)
                .hasMessageContaining("can't be read");
    }

    @Test
    void aCertificateWithoutItsKeyIsRefused() {
        assertThatThrownBy(() -> WorkerOptions.parse(
                        List.of("--tls-cert", "a.pem"),
                        Map.of(WireProtocol.TOKEN_VARIABLE, TOKEN.text()),
                        InputStream.nullInputStream()))
                .isInstanceOf(WorkerStartException.class)
                .hasMessageContaining("both --tls-cert and --tls-key");
    }

    private static WorkerServer start(Certificates identity) throws WorkerStartException {
        return start(new CertificateFiles(identity.certificate(), identity.key()));
    }

    private static WorkerServer start(CertificateFiles identity) throws WorkerStartException {
        WorkerOptions options =
                new WorkerOptions(new HostPort("127.0.0.1", 0), TOKEN, identity, AllowedFolders.NONE, false, 1);
        return WorkerServer.start(options, new MemoryProvider());
    }

    private AcquiredWorkers connect(WorkerServer server, @Nullable Path ca)
            throws CoordinationException, InterruptedException {
        return new AddressedWorkerPool(List.of(server.address()), Optional.of(TOKEN), new PeerTrust(ca, false))
                .acquire(WorkerProcesses.demand(1, folder));
    }
}

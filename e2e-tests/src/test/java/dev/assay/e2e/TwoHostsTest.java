package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a worker on a host of its own, which is a network namespace: it listens beyond loopback, with token and TLS, and its limits apply.
 * Both hosts share one kernel and so one clock; {@link SshHostsTest} compares clocks of different hosts.
 */
@Tag("server")
@Tag("slow")
class TwoHostsTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private @Nullable NetworkNamespace there;

    @BeforeEach
    void makeAHost() throws Exception {
        String obstacle = NetworkNamespace.obstacle();
        if (!obstacle.isEmpty()) {
            System.out.println("skipped: a second host needs a network namespace: " + obstacle);
        }
        assumeTrue(obstacle.isEmpty(), obstacle);
        there = NetworkNamespace.create(0);
    }

    @AfterEach
    void removeTheHost() throws Exception {
        if (there != null) {
            there.remove();
        }
    }

    @Test
    void aWorkerOnAnotherHostMeasuresWithTokenAndTls() throws Exception {
        NetworkNamespace host = Objects.requireNonNull(there);
        Path certificate = certificateFor(host);
        AssayProgram here =
                AssayProgram.in(Files.createDirectory(folder.resolve("here"))).with("ASSAY_WORKER_TOKEN", TOKEN);
        here.write("memory.yaml", Scenarios.memory("100 B", "3 s"));
        Running worker = startWorkerOn(host, "memory");
        try {
            String address = WorkerOutput.address(worker);

            Ended good =
                    here.run(MAX, "run", "memory.yaml", "--worker", address, "--worker-ca", certificate.toString());
            Ended unverified = here.run(MAX, "run", "memory.yaml", "--worker", address);
            Ended clear = here.run(MAX, "run", "memory.yaml", "--worker", address, "--insecure");

            FinishedTrials.assertMeasured(good);
            StoredTrial trial =
                    RunDirectory.readRun(here.runs().getFirst()).trials().getFirst();
            FinishedTrials.assertSound(trial);
            assertThat(unverified.code()).isEqualTo(2);
            assertThat(unverified.said()).contains("--worker " + address + ": it is not authenticated", "--insecure");
            assertThat(clear.code()).isNotZero();
            assertThat(clear.said()).contains("a worker with --tls-cert needs --worker-ca here");
        } finally {
            Processes.signal(worker.pid(), "TERM");
        }
    }

    @Test
    void aWorkerOnAnotherHostKeepsItsLimits() throws Exception {
        NetworkNamespace host = Objects.requireNonNull(there);
        Path certificate = certificateFor(host);
        AssayProgram here =
                AssayProgram.in(Files.createDirectory(folder.resolve("here"))).with("ASSAY_WORKER_TOKEN", TOKEN);
        here.write("kafka.yaml", Scenarios.existing("127.0.0.1:9", "3 s"));
        Running worker = startWorkerOn(host, "kafka");
        try {
            Ended greedy = here.run(
                    MAX,
                    "run",
                    "kafka.yaml",
                    "--worker",
                    WorkerOutput.address(worker),
                    "--worker-ca",
                    certificate.toString(),
                    "--set",
                    "settings.kafka.client.ssl.keystore.location=/etc/passwd");

            assertThat(greedy.code()).isNotZero();
            assertThat(greedy.said())
                    .contains("settings.kafka.client.ssl.keystore.location names a file", "--allow-files DIR");
        } finally {
            Processes.signal(worker.pid(), "TERM");
        }
    }

    private Running startWorkerOn(NetworkNamespace host, String driver) throws Exception {
        AssayProgram assay =
                AssayProgram.in(Files.createDirectory(folder.resolve("there"))).with("ASSAY_WORKER_TOKEN", TOKEN);
        return assay.through("ip", "netns", "exec", host.name())
                .start(
                        "worker",
                        "--driver",
                        driver,
                        "--listen",
                        host.address() + ":0",
                        "--tls-cert",
                        folder.resolve("host.crt").toString(),
                        "--tls-key",
                        folder.resolve("host.key").toString());
    }

    private Path certificateFor(NetworkNamespace host) throws Exception {
        NetworkNamespace.sh(
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=host"
                        + " -addext subjectAltName=IP:" + host.address() + " -keyout " + folder.resolve("host.key")
                        + " -out " + folder.resolve("host.crt"));
        return folder.resolve("host.crt");
    }
}

package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.host.ThisMachine;
import dev.assay.host.program.Program;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelemetryTest {
    private static final int BYTES = 1_000_000;
    private static final Labels SELF = Labels.of(Labels.WORKER, "self");
    private static final Labels HERE = Labels.of(Labels.HOST, "here");

    @TempDir
    Path folder;

    @Test
    void thisProcessAndTheMachineAreSampledOnceASecond() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/pressure/cpu")), "skipped: this kernel does not tell pressure");
        assumeTrue(Program.find("ss").isPresent(), "skipped: there is no ss (package iproute2)");
        long begun = System.nanoTime();
        SampleLog samples = new SampleLog();
        long pid = ProcessHandle.current().pid();
        try (Telemetry telemetry = Telemetry.start("here", new ThisMachine(), samples);
                ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            telemetry.watchWorker("self", pid);
            samples.awaitValue(Metrics.PROCESS_NETWORK_RECEIVED, SELF);
            transfer(client.getOutputStream(), accepted.getInputStream(), BYTES);
            samples.awaitSum(Metrics.PROCESS_NETWORK_RECEIVED, SELF, 0.9 * BYTES);
            samples.awaitSum(Metrics.PROCESS_NETWORK_SENT, SELF, 0.9 * BYTES);
            samples.awaitSum(Metrics.HOST_LOOPBACK, HERE, BYTES);
            assertThat(telemetry.limitations()).isEmpty();
            // On a busy machine a sample may be late, and the next one is on time again, but none comes early.
            assertThat(samples.last().nanoTime() - begun).isGreaterThanOrEqualTo(samples.count() * 1_000_000_000L);
            assertThat(samples.last(Metrics.PROCESS_CPU, SELF)).isPresent();
            assertThat(samples.last(Metrics.HOST_CPU, HERE)).isPresent();
            assertThat(samples.last(Metrics.HOST_CPU_BUSY, HERE)).isPresent();
            assertThat(samples.last(Metrics.HOST_CPU_FOREIGN, HERE)).isPresent();
            assertThat(samples.last(Metrics.COORDINATOR_CPU, HERE)).isPresent();
            assertThat(samples.last(
                            Metrics.HOST_PRESSURE,
                            HERE.with(Labels.RESOURCE, "cpu").with(Labels.STALL, "some")))
                    .isPresent();
            assertThat(samples.last(Metrics.PROCESS_MEMORY, SELF).orElseThrow()).isBetween(1e7, 1e10);
            assertThat(samples.sum(Metrics.PROCESS_NETWORK_RECEIVED, SELF)).isLessThan(1.5 * BYTES);
            assertThat(samples.sum(Metrics.PROCESS_NETWORK_SENT, SELF)).isLessThan(1.5 * BYTES);
        }
    }

    private static void transfer(OutputStream out, InputStream in, int bytes) throws Exception {
        Thread writer = Thread.ofPlatform().daemon().start(() -> {
            try {
                out.write(new byte[bytes]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(in.readNBytes(bytes)).hasSize(bytes);
        writer.join();
    }
}

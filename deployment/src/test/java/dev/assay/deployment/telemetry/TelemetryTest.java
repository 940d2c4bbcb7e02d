package dev.assay.deployment.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.deployment.program.Program;
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

/** On the machine as it is. */
class TelemetryTest {
    private static final int BYTES = 1_000_000;

    @TempDir
    Path folder;

    @Test
    void thisProcessAndTheMachineAreSampledOnceASecond() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/pressure/cpu")), "skipped: this kernel does not tell pressure");
        assumeTrue(Program.find("ss").isPresent(), "skipped: there is no ss (package iproute2)");
        long begun = System.nanoTime();
        SampleLog samples = new SampleLog();
        long pid = ProcessHandle.current().pid();
        try (Telemetry telemetry = Telemetry.start(samples);
                ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            telemetry.watch("self", pid);
            samples.awaitFigure("self.net_in_bytes_per_s");
            transfer(client.getOutputStream(), accepted.getInputStream(), BYTES);
            samples.awaitSum("self.net_in_bytes_per_s", 0.9 * BYTES);
            samples.awaitSum("self.net_out_bytes_per_s", 0.9 * BYTES);
            samples.awaitSum("machine.loopback_bytes_per_s", BYTES);
            assertThat(telemetry.limitations()).isEmpty();
            // On a busy machine a sample may be late, and the next one is on time again, but none comes early.
            assertThat(samples.last().nanoTime() - begun).isGreaterThanOrEqualTo(samples.count() * 1_000_000_000L);
            assertThat(samples.last().figures())
                    .containsKeys("self.cpu_cores", "machine.cpu_cores", "machine.psi_cpu_some_percent");
            assertThat(samples.last().figures().get("self.resident_bytes")).isBetween(1e7, 1e10);
            assertThat(samples.sum("self.net_in_bytes_per_s")).isLessThan(1.5 * BYTES);
            assertThat(samples.sum("self.net_out_bytes_per_s")).isLessThan(1.5 * BYTES);
        }
    }

    private static void transfer(OutputStream out, InputStream in, int bytes) throws Exception {
        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                out.write(new byte[bytes]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(in.readNBytes(bytes)).hasSize(bytes);
        writer.join();
    }

    @Test
    void theMachineIsDescribed() {
        assertThat(MachineFacts.read(folder))
                .containsKeys("cpu.model", "cpu.cores", "memory.total", "kernel", "jvm", "data.filesystem")
                .doesNotContainValue("");
    }
}

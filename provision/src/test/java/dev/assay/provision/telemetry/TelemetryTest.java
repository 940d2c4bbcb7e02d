package dev.assay.provision.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the machine as it is. */
class TelemetryTest {
    @TempDir
    Path folder;

    @Test
    void thisProcessAndTheMachineAreSampledOnceASecond() throws Exception {
        BlockingQueue<TelemetrySample> samples = new LinkedBlockingQueue<>();
        long pid = ProcessHandle.current().pid();
        try (Telemetry telemetry = Telemetry.start(samples::add);
                ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            telemetry.watch("self", pid);
            TelemetrySample first = take(samples);
            transfer(client.getOutputStream(), accepted.getInputStream(), 1_000_000);
            TelemetrySample second = take(samples);
            assertThat(telemetry.limitations()).isEmpty();
            double seconds = (second.nanoTime() - first.nanoTime()) / 1e9;
            assertThat(seconds).isBetween(0.5, 5.0);
            assertThat(second.figures())
                    .containsKeys("self.cpu_cores", "machine.cpu_cores", "machine.psi_cpu_some_percent");
            assertThat(second.figures().get("self.resident_bytes")).isBetween(1e7, 1e10);
            assertThat(figure(second, "self.net_in_bytes_per_s") * seconds).isBetween(0.9e6, 1.5e6);
            assertThat(figure(second, "self.net_out_bytes_per_s") * seconds).isBetween(0.9e6, 1.5e6);
            assertThat(figure(second, "machine.loopback_bytes_per_s") * seconds).isGreaterThan(1e6);
        }
    }

    private static double figure(TelemetrySample sample, String name) {
        return sample.figures().getOrDefault(name, Double.NaN);
    }

    private static TelemetrySample take(BlockingQueue<TelemetrySample> samples) throws InterruptedException {
        TelemetrySample sample = samples.poll(10, TimeUnit.SECONDS);
        assertThat(sample).isNotNull();
        return sample;
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

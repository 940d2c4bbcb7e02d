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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the machine as it is. */
class TelemetryTest {
    private static final int BYTES = 1_000_000;

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
            TelemetrySample before = take(samples);
            while (!before.figures().containsKey("self.net_in_bytes_per_s")) {
                before = take(samples);
            }
            transfer(client.getOutputStream(), accepted.getInputStream(), BYTES);
            List<TelemetrySample> seen = awaitTransfer(before, samples);
            assertThat(telemetry.limitations()).isEmpty();
            TelemetrySample last = seen.getLast();
            assertThat(last.figures())
                    .containsKeys("self.cpu_cores", "machine.cpu_cores", "machine.psi_cpu_some_percent");
            assertThat(last.figures().get("self.resident_bytes")).isBetween(1e7, 1e10);
            assertThat(bytes(seen, "self.net_in_bytes_per_s")).isBetween(0.9 * BYTES, 1.5 * BYTES);
            assertThat(bytes(seen, "self.net_out_bytes_per_s")).isBetween(0.9 * BYTES, 1.5 * BYTES);
            assertThat(bytes(seen, "machine.loopback_bytes_per_s")).isGreaterThan(BYTES);
        }
    }

    /** The samples from {@code before} on until one has both ends of the transfer: some may have been due before it. */
    private static List<TelemetrySample> awaitTransfer(TelemetrySample before, BlockingQueue<TelemetrySample> samples)
            throws InterruptedException {
        List<TelemetrySample> seen = new ArrayList<>(List.of(before));
        do {
            seen.add(take(samples));
            assertThat(seen).as("samples of a second each").hasSizeLessThan(10);
            assertThat(seconds(seen, 1, seen.size() - 1) / (seen.size() - 1)).isBetween(0.5, 5.0);
        } while (bytes(seen, "self.net_in_bytes_per_s") < 0.9 * BYTES
                || bytes(seen, "self.net_out_bytes_per_s") < 0.9 * BYTES);
        return seen;
    }

    /** Of all samples but the first, which only says when the second one begins. */
    private static double bytes(List<TelemetrySample> samples, String name) {
        double sum = 0;
        for (int i = 1; i < samples.size(); i++) {
            sum += samples.get(i).figures().getOrDefault(name, Double.NaN) * seconds(samples, i, i);
        }
        return sum;
    }

    /** How long the samples from {@code first} to {@code last} stand for. */
    private static double seconds(List<TelemetrySample> samples, int first, int last) {
        return (samples.get(last).nanoTime() - samples.get(first - 1).nanoTime()) / 1e9;
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

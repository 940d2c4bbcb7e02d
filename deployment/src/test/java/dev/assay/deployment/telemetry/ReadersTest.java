package dev.assay.deployment.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Labels BROKER = Labels.of(Labels.NODE, "broker-1");
    private static final Labels HOST = Labels.of(Labels.HOST, "one");

    @TempDir
    Path proc;

    private static Optional<ProcessCounters> counters(long begun, double cpu, long bytes) {
        return Optional.of(new ProcessCounters(begun, cpu, 1000, bytes, 2 * bytes));
    }

    @Test
    void aProcessHasRatesFromItsSecondSampleOn() {
        ProcessReader reader = new ProcessReader(BROKER, 1);
        assertThat(reader.sample(0, counters(5, 1.0, 100))).containsExactly(Metrics.PROCESS_MEMORY.of(BROKER, 1000));
        assertThat(reader.sample(2 * SECOND, counters(5, 4.0, 300)))
                .containsExactlyInAnyOrder(
                        Metrics.PROCESS_CPU.of(BROKER, 1.5),
                        Metrics.PROCESS_DISK_READ.of(BROKER, 100),
                        Metrics.PROCESS_DISK_WRITTEN.of(BROKER, 200),
                        Metrics.PROCESS_MEMORY.of(BROKER, 1000));
    }

    @Test
    void aProcessThatVanishesHasNoFigures() {
        ProcessReader reader = new ProcessReader(BROKER, 1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.sample(SECOND, Optional.empty())).isEmpty();
    }

    @Test
    void anotherProcessOfTheSameNumberHasNoFigures() {
        ProcessReader reader = new ProcessReader(BROKER, 1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.sample(SECOND, counters(6, 1.0, 100))).isEmpty();
    }

    @Test
    void machineFiguresAreAboutTheTimeInBetween() throws IOException {
        write("1000 0 0 1000 0 0 0 0", 100, 0, 5000);
        MachineReader reader = new MachineReader("one", proc, Set.of("vda"), 0);
        write("1250 0 50 1050 0 0 0 50", 300, 250, 905000);
        assertThat(reader.sample(2 * SECOND))
                .containsExactlyInAnyOrder(
                        Metrics.HOST_CPU.of(HOST, 1.5),
                        Metrics.HOST_CPU_BUSY.of(HOST, 0.875),
                        Metrics.HOST_CPU_STEAL.of(HOST, 0.125),
                        Metrics.HOST_DISK_READ.of(HOST, 100 * 512),
                        Metrics.HOST_DISK_WRITTEN.of(HOST, 100 * 512),
                        Metrics.HOST_DISK_BUSY.of(HOST, 0.125),
                        Metrics.HOST_LOOPBACK.of(HOST, 100),
                        Metrics.HOST_NETWORK_RECEIVED.of(HOST, 0),
                        Metrics.HOST_NETWORK_SENT.of(HOST, 0),
                        pressure("cpu", "some"),
                        pressure("io", "some"),
                        pressure("io", "full"),
                        pressure("memory", "some"),
                        pressure("memory", "full"),
                        Metrics.HOST_MEMORY_AVAILABLE.of(HOST, 2048));
    }

    private static Sample pressure(String resource, String stall) {
        return Metrics.HOST_PRESSURE.of(HOST.with(Labels.RESOURCE, resource).with(Labels.STALL, stall), 0.45);
    }

    private void write(String cpu, long sectors, long busyMillis, long stallMicros) throws IOException {
        String stall = "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + stallMicros + "\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=" + stallMicros + "\n";
        Map<String, String> files = Map.of(
                "stat",
                "cpu  " + cpu + " 0 0\n",
                "diskstats",
                "254 0 vda 1 1 " + sectors + " 1 1 1 " + sectors + " 1 0 " + busyMillis + " 1\n",
                "net/dev",
                "lo: 1 1 0 0 0 0 0 0 " + sectors + " 1 0 0\n",
                "meminfo",
                "MemTotal: 4 kB\nMemAvailable: 2 kB\n",
                "pressure/cpu",
                stall,
                "pressure/io",
                stall,
                "pressure/memory",
                stall);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = proc.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }
}

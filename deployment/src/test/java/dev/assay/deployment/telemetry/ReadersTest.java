package dev.assay.deployment.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

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

    @TempDir
    Path proc;

    private static Optional<ProcessCounters> counters(long begun, double cpu, long bytes) {
        return Optional.of(new ProcessCounters(begun, cpu, 1000, bytes, 2 * bytes));
    }

    @Test
    void aProcessHasRatesFromItsSecondSampleOn() {
        ProcessReader reader = new ProcessReader(1);
        assertThat(reader.sample(0, counters(5, 1.0, 100))).containsExactly(entry("resident_bytes", 1000.0));
        assertThat(reader.sample(2 * SECOND, counters(5, 4.0, 300)))
                .containsOnly(
                        entry("cpu_cores", 1.5),
                        entry("disk_read_bytes_per_s", 100.0),
                        entry("disk_write_bytes_per_s", 200.0),
                        entry("resident_bytes", 1000.0));
    }

    @Test
    void aProcessThatVanishesHasNoFigures() {
        ProcessReader reader = new ProcessReader(1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.sample(SECOND, Optional.empty())).isEmpty();
    }

    @Test
    void anotherProcessOfTheSameNumberHasNoFigures() {
        ProcessReader reader = new ProcessReader(1);
        reader.sample(0, counters(5, 1.0, 100));
        assertThat(reader.sample(SECOND, counters(6, 1.0, 100))).isEmpty();
    }

    @Test
    void machineFiguresAreAboutTheTimeInBetween() throws IOException {
        write("1000 0 0 1000 0 0 0 0", 100, 0, 5000);
        MachineReader reader = new MachineReader(proc, Set.of("vda"), 0);
        write("1250 0 50 1050 0 0 0 50", 300, 250, 905000);
        assertThat(reader.sample(2 * SECOND))
                .containsOnly(
                        entry("cpu_cores", 1.5),
                        entry("steal_percent", 12.5),
                        entry("disk_read_bytes_per_s", 100 * 512.0),
                        entry("disk_write_bytes_per_s", 100 * 512.0),
                        entry("busiest_disk_percent", 12.5),
                        entry("loopback_bytes_per_s", 100.0),
                        entry("net_in_bytes_per_s", 0.0),
                        entry("net_out_bytes_per_s", 0.0),
                        entry("psi_cpu_some_percent", 45.0),
                        entry("psi_io_some_percent", 45.0),
                        entry("psi_io_full_percent", 45.0),
                        entry("psi_memory_some_percent", 45.0),
                        entry("psi_memory_full_percent", 45.0),
                        entry("memory_available_bytes", 2048.0));
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

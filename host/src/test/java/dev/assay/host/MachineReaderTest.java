package dev.assay.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineReaderTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path proc;

    @Test
    void machineValuesAreAboutTheTimeInBetween() throws IOException {
        write("1000 0 0 1000 0 0 0 0", 100, 0, 5000);
        MachineReader reader = new MachineReader(proc, Set.of("vda"), 0, () -> 0);
        write("1250 0 50 1050 0 0 0 50", 300, 250, 905000);
        assertThat(reader.sample(2 * SECOND))
                .containsExactlyInAnyOrder(
                        Metrics.HOST_CPU.of(1.5),
                        Metrics.HOST_CPU_BUSY.of(0.75),
                        Metrics.HOST_CPU_STEAL.of(0.125),
                        Metrics.HOST_DISK_READ.of(100 * 512.0),
                        Metrics.HOST_DISK_WRITTEN.of(100 * 512.0),
                        Metrics.HOST_DISK_BUSY.of(0.125),
                        Metrics.HOST_LOOPBACK.of(100),
                        Metrics.HOST_NETWORK_RECEIVED.of(0),
                        Metrics.HOST_NETWORK_SENT.of(0),
                        pressure("cpu", "some"),
                        pressure("io", "some"),
                        pressure("io", "full"),
                        pressure("memory", "some"),
                        pressure("memory", "full"),
                        Metrics.HOST_MEMORY_AVAILABLE.of(2048),
                        Metrics.HOST_SUSPENDED.of(0));
    }

    /**
     * The counters were recorded of a load that woke each millisecond: 12.3 s of ticks in 10 s of two processors, of which 6.2 s
     * were idle.
     */
    @Test
    void ticksThatFallInStepWithALoadAreNotCounted() throws IOException {
        write("0 0 0 0 0 0 0 0", 0, 0, 0);
        MachineReader reader = new MachineReader(proc, Set.of("vda"), 0, () -> 0);
        write("330 0 200 618 0 0 82 0", 0, 0, 0);

        List<Sample> samples = reader.sample(5 * SECOND);

        assertThat(samples).contains(Metrics.HOST_CPU_STEAL.of(0));
        assertThat(value(samples, Metrics.HOST_CPU)).isCloseTo(0.764, within(1e-9));
        assertThat(value(samples, Metrics.HOST_CPU_BUSY)).isCloseTo(0.382, within(1e-9));
    }

    /** The two processors are 0 and 1; the load on 0 is a neighbour's. */
    @Test
    void aMachineIsWhatAssayMayUseOfIt() throws IOException {
        write("0 0 0 0 0 0 0 0", 0, 0, 0);
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/status"), "Cpus_allowed_list:\t1\n");
        Path stat = proc.resolve("stat");
        Files.writeString(stat, "cpu  0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0\n");
        MachineReader reader = new MachineReader(proc, Set.of("vda"), 0, () -> 0);
        Files.writeString(stat, "cpu  400 0 0 100 0 0 0 0\ncpu0 250 0 0 0 0 0 0 0\ncpu1 150 0 0 100 0 0 0 0\n");

        assertThat(reader.sample(5 * SECOND / 2)).contains(Metrics.HOST_CPU.of(0.6), Metrics.HOST_CPU_BUSY.of(0.6));
    }

    private static double value(List<Sample> samples, Metric metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .mapToDouble(Sample::value)
                .findFirst()
                .orElseThrow();
    }

    private static Sample pressure(String resource, String stall) {
        return Metrics.HOST_PRESSURE.of(Labels.of(Labels.RESOURCE, resource).with(Labels.STALL, stall), 0.45);
    }

    private void write(String cpu, long sectors, long busyMillis, long stallMicros) throws IOException {
        String stall = "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + stallMicros + "\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=" + stallMicros + "\n";
        Map<String, String> files = Map.of(
                "stat",
                "cpu  " + cpu + " 0 0\ncpu0 0\ncpu1 0\n",
                "diskstats",
                "254 0 vda 1 1 " + sectors + " 1 1 1 " + sectors + " 1 0 " + busyMillis + " 1\n",
                "net/dev",
                "lo: 1 1 0 0 0 0 0 0 " + sectors + " 1 0 0\n",
                "uptime",
                "100.00 150.00\n",
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

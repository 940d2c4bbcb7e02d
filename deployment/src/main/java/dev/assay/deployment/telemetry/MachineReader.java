package dev.assay.deployment.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns the machine's counters, read twice, into figures about the time in between. */
final class MachineReader {
    private static final List<String> RESOURCES = List.of("cpu", "io", "memory");

    private final Path proc;
    private final Set<String> disks;
    private final boolean hasPressure;
    private Counters last;

    private record Counters(
            long nanoTime,
            CpuCounters cpu,
            Map<String, DiskCounters> disks,
            NetworkCounters network,
            Map<String, Double> pressureSeconds,
            long availableBytes) {}

    MachineReader() throws IOException {
        this(Path.of("/proc"), wholeDisks(Path.of("/sys/block")), System.nanoTime());
    }

    MachineReader(Path proc, Set<String> disks, long nanoTime) throws IOException {
        this.proc = proc;
        this.disks = disks;
        this.hasPressure = Files.isReadable(proc.resolve("pressure/cpu"));
        this.last = read(nanoTime);
    }

    boolean hasPressure() {
        return hasPressure;
    }

    /** Disks with hardware of their own; loop devices and volumes would count their bytes a second time. */
    private static Set<String> wholeDisks(Path sysBlock) throws IOException {
        try (Stream<Path> devices = Files.list(sysBlock)) {
            return devices.filter(device -> Files.exists(device.resolve("device")))
                    .map(device -> device.getFileName().toString())
                    .collect(Collectors.toSet());
        }
    }

    /** Figures since the last call. */
    Map<String, Double> sample(long nanoTime) throws IOException {
        Counters now = read(nanoTime);
        double seconds = (now.nanoTime - last.nanoTime) / 1e9;
        Map<String, Double> figures = new LinkedHashMap<>();
        addCpu(figures, now, seconds);
        addDisks(figures, now, seconds);
        figures.put("loopback_bytes_per_s", (now.network.loopbackBytes() - last.network.loopbackBytes()) / seconds);
        figures.put("net_in_bytes_per_s", (now.network.inBytes() - last.network.inBytes()) / seconds);
        figures.put("net_out_bytes_per_s", (now.network.outBytes() - last.network.outBytes()) / seconds);
        now.pressureSeconds.forEach((name, total) -> figures.put(
                "psi_" + name + "_percent", 100 * (total - last.pressureSeconds.getOrDefault(name, total)) / seconds));
        figures.put("memory_available_bytes", (double) now.availableBytes);
        last = now;
        return figures;
    }

    private void addCpu(Map<String, Double> figures, Counters now, double seconds) {
        figures.put("cpu_cores", (now.cpu.busySeconds() - last.cpu.busySeconds()) / seconds);
        double all = now.cpu.allSeconds() - last.cpu.allSeconds();
        if (all > 0) {
            figures.put("steal_percent", 100 * (now.cpu.stealSeconds() - last.cpu.stealSeconds()) / all);
        }
    }

    private void addDisks(Map<String, Double> figures, Counters now, double seconds) {
        double read = 0;
        double written = 0;
        double busiest = 0;
        for (Map.Entry<String, DiskCounters> disk : now.disks.entrySet()) {
            DiskCounters after = disk.getValue();
            DiskCounters before = last.disks.getOrDefault(disk.getKey(), after);
            read += after.readBytes() - before.readBytes();
            written += after.writeBytes() - before.writeBytes();
            busiest = Math.max(busiest, after.busySeconds() - before.busySeconds());
        }
        if (!now.disks.isEmpty()) {
            figures.put("disk_read_bytes_per_s", read / seconds);
            figures.put("disk_write_bytes_per_s", written / seconds);
            figures.put("busiest_disk_percent", 100 * busiest / seconds);
        }
    }

    private Counters read(long nanoTime) throws IOException {
        Map<String, Double> pressure = new TreeMap<>();
        for (String resource : hasPressure ? RESOURCES : List.<String>of()) {
            Pressure.parse(text("pressure/" + resource))
                    .forEach((kind, seconds) -> pressure.put(resource + "_" + kind, seconds));
        }
        // For the whole machine the kernel does not define a full stall on the processor.
        pressure.remove("cpu_full");
        return new Counters(
                nanoTime,
                CpuCounters.parse(text("stat")),
                DiskCounters.parse(text("diskstats"), disks),
                NetworkCounters.parse(text("net/dev")),
                pressure,
                ProcText.keyed(text("meminfo"), ":").getOrDefault("MemAvailable", 0L) * 1024);
    }

    private String text(String name) throws IOException {
        return Files.readString(proc.resolve(name));
    }
}

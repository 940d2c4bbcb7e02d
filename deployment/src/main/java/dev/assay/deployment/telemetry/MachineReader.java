package dev.assay.deployment.telemetry;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns the machine's counters, read twice, into figures about the time in between. */
final class MachineReader {
    private static final List<String> RESOURCES = List.of("cpu", "io", "memory");

    private final Labels host;
    private final Path proc;
    private final Set<String> disks;
    private final boolean hasPressure;
    private Counters last;

    private record Counters(
            long nanoTime,
            CpuCounters cpu,
            Map<String, DiskCounters> disks,
            NetworkCounters network,
            Map<Labels, Double> stalledSeconds,
            long availableBytes) {}

    /** Of this machine; its figures carry that name as host. */
    MachineReader(String host) throws IOException {
        this(host, Path.of("/proc"), wholeDisks(Path.of("/sys/block")), System.nanoTime());
    }

    MachineReader(String host, Path proc, Set<String> disks, long nanoTime) throws IOException {
        this.host = Labels.of(Labels.HOST, host);
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
    List<Sample> sample(long nanoTime) throws IOException {
        Counters now = read(nanoTime);
        double seconds = (now.nanoTime - last.nanoTime) / 1e9;
        List<Sample> samples = new ArrayList<>();
        addCpu(samples, now, seconds);
        addDisks(samples, now, seconds);
        NetworkCounters before = last.network;
        samples.add(Metrics.HOST_LOOPBACK.of(host, (now.network.loopbackBytes() - before.loopbackBytes()) / seconds));
        samples.add(Metrics.HOST_NETWORK_RECEIVED.of(host, (now.network.inBytes() - before.inBytes()) / seconds));
        samples.add(Metrics.HOST_NETWORK_SENT.of(host, (now.network.outBytes() - before.outBytes()) / seconds));
        now.stalledSeconds.forEach((labels, total) -> samples.add(
                Metrics.HOST_PRESSURE.of(labels, (total - last.stalledSeconds.getOrDefault(labels, total)) / seconds)));
        samples.add(Metrics.HOST_MEMORY_AVAILABLE.of(host, (double) now.availableBytes));
        last = now;
        return samples;
    }

    private void addCpu(List<Sample> samples, Counters now, double seconds) {
        double busy = now.cpu.busySeconds() - last.cpu.busySeconds();
        double stolen = now.cpu.stealSeconds() - last.cpu.stealSeconds();
        double all = now.cpu.allSeconds() - last.cpu.allSeconds();
        samples.add(Metrics.HOST_CPU.of(host, busy / seconds));
        if (all > 0) {
            samples.add(Metrics.HOST_CPU_BUSY.of(host, (busy + stolen) / all));
            samples.add(Metrics.HOST_CPU_STEAL.of(host, stolen / all));
        }
    }

    private void addDisks(List<Sample> samples, Counters now, double seconds) {
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
            samples.add(Metrics.HOST_DISK_READ.of(host, read / seconds));
            samples.add(Metrics.HOST_DISK_WRITTEN.of(host, written / seconds));
            samples.add(Metrics.HOST_DISK_BUSY.of(host, busiest / seconds));
        }
    }

    /** Stalled time since boot, by resource and by who waited. */
    private Map<Labels, Double> stalledSeconds() throws IOException {
        Map<Labels, Double> stalled = new LinkedHashMap<>();
        for (String resource : hasPressure ? RESOURCES : List.<String>of()) {
            Labels waiting = host.with(Labels.RESOURCE, resource);
            Pressure.parse(text("pressure/" + resource))
                    .forEach((kind, seconds) -> stalled.put(waiting.with(Labels.STALL, kind), seconds));
        }
        // For the whole machine the kernel does not define a full stall on the processor.
        stalled.remove(host.with(Labels.RESOURCE, "cpu").with(Labels.STALL, "full"));
        return stalled;
    }

    private Counters read(long nanoTime) throws IOException {
        return new Counters(
                nanoTime,
                CpuCounters.parse(text("stat")),
                DiskCounters.parse(text("diskstats"), disks),
                NetworkCounters.parse(text("net/dev")),
                stalledSeconds(),
                ProcText.keyed(text("meminfo"), ":").getOrDefault("MemAvailable", 0L) * 1024);
    }

    private String text(String name) throws IOException {
        return Files.readString(proc.resolve(name));
    }
}

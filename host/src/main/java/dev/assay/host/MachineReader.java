package dev.assay.host;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns the machine's counters, read twice, into values about the time in between. */
final class MachineReader implements Machine.Watch {
    private static final String CPU = "cpu";
    private static final String STATUS = "self/status";
    private static final String FULL = "full";
    private static final List<String> RESOURCES = List.of(CPU, "io", "memory");

    private final Path proc;
    private final Set<String> disks;
    private final Set<Integer> allowed;
    private final boolean hasPressure;
    private final SuspendWatch suspensions;
    private Counters last;

    private record Counters(
            long nanoTime,
            CpuCounters cpu,
            Map<String, DiskCounters> disks,
            NetworkCounters network,
            Map<Labels, Double> pressureSeconds,
            long availableBytes) {}

    MachineReader() throws IOException {
        this(Path.of("/proc"), wholeDisks(ThisMachine.SYS_BLOCK), System.nanoTime(), System::nanoTime);
    }

    /** @param monotonic the clock that is compared with that of the kernel */
    MachineReader(Path proc, Set<String> disks, long nanoTime, LongSupplier monotonic) throws IOException {
        this.proc = proc;
        this.disks = disks;
        this.allowed =
                Set.copyOf(Files.isReadable(proc.resolve(STATUS)) ? ProcText.processors(text(STATUS)) : List.of());
        this.hasPressure = Files.isReadable(proc.resolve("pressure/cpu"));
        this.suspensions = new SuspendWatch(() -> text("uptime"), monotonic);
        this.last = read(nanoTime);
    }

    @Override
    public List<String> limitations() {
        return hasPressure
                ? List.of()
                : List.of("This kernel does not report pressure (/proc/pressure), so stalls are unavailable.");
    }

    /** Returns the disks with hardware of their own; loop devices and volumes would count their bytes a second time. */
    static Set<String> wholeDisks(Path sysBlock) throws IOException {
        try (Stream<Path> devices = Files.list(sysBlock)) {
            return devices.filter(device -> Files.exists(device.resolve("device")))
                    .map(device -> device.getFileName().toString())
                    .collect(Collectors.toSet());
        }
    }

    @Override
    public List<Sample> sample(long nanoTime) throws IOException {
        Counters now = read(nanoTime);
        double seconds = (now.nanoTime - last.nanoTime) / 1e9;
        List<Sample> samples = new ArrayList<>();
        addCpu(samples, now, seconds);
        addDisks(samples, now, seconds);
        samples.add(Metrics.HOST_LOOPBACK.of((now.network.loopbackBytes() - last.network.loopbackBytes()) / seconds));
        samples.add(Metrics.HOST_NETWORK_RECEIVED.of((now.network.inBytes() - last.network.inBytes()) / seconds));
        samples.add(Metrics.HOST_NETWORK_SENT.of((now.network.outBytes() - last.network.outBytes()) / seconds));
        now.pressureSeconds.forEach((stall, total) -> samples.add(Metrics.HOST_PRESSURE.of(
                stall, Math.min(1, (total - last.pressureSeconds.getOrDefault(stall, total)) / seconds))));
        samples.add(Metrics.HOST_MEMORY_AVAILABLE.of((double) now.availableBytes));
        samples.add(Metrics.HOST_SUSPENDED.of(suspensions.secondsSinceLast()));
        last = now;
        return samples;
    }

    private void addCpu(List<Sample> samples, Counters now, double seconds) {
        double all = now.cpu.processors() * seconds;
        double idle = now.cpu.idleSeconds() - last.cpu.idleSeconds();
        double stolen = now.cpu.stealSeconds() - last.cpu.stealSeconds();
        samples.add(Metrics.HOST_CPU.of(Math.max(0, all - idle - stolen) / seconds));
        samples.add(Metrics.HOST_CPU_BUSY.of(Math.clamp(1 - (idle + stolen) / all, 0, 1)));
        samples.add(Metrics.HOST_CPU_STEAL.of(Math.clamp(stolen / all, 0, 1)));
    }

    private void addDisks(List<Sample> samples, Counters now, double seconds) {
        double read = 0;
        double written = 0;
        double busiest = 0;
        for (Map.Entry<String, DiskCounters> disk : now.disks.entrySet()) {
            DiskCounters after = disk.getValue();
            DiskCounters earlier = last.disks.getOrDefault(disk.getKey(), after);
            read += after.readBytes() - earlier.readBytes();
            written += after.writeBytes() - earlier.writeBytes();
            busiest = Math.max(busiest, after.busySeconds() - earlier.busySeconds());
        }
        if (!now.disks.isEmpty()) {
            samples.add(Metrics.HOST_DISK_READ.of(read / seconds));
            samples.add(Metrics.HOST_DISK_WRITTEN.of(written / seconds));
            samples.add(Metrics.HOST_DISK_BUSY.of(Math.min(1, busiest / seconds)));
        }
    }

    private Counters read(long nanoTime) throws IOException {
        Map<Labels, Double> pressure = new LinkedHashMap<>();
        for (String resource : hasPressure ? RESOURCES : List.<String>of()) {
            Pressure.parse(text("pressure/" + resource))
                    .forEach((stall, seconds) ->
                            pressure.put(Labels.of(Labels.RESOURCE, resource).with(Labels.STALL, stall), seconds));
        }
        // For the whole machine the kernel does not define a full stall on the processor.
        pressure.remove(Labels.of(Labels.RESOURCE, CPU).with(Labels.STALL, FULL));
        return new Counters(
                nanoTime,
                CpuCounters.parse(text("stat"), allowed),
                DiskCounters.parse(text("diskstats"), disks),
                NetworkCounters.parse(text("net/dev")),
                pressure,
                ProcText.keyed(text("meminfo"), ":").getOrDefault("MemAvailable", 0L) * 1024);
    }

    private String text(String name) throws IOException {
        return Files.readString(proc.resolve(name));
    }
}

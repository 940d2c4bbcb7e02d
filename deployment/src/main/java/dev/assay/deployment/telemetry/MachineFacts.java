package dev.assay.deployment.telemetry;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;

/** What the machine is, for the record of a run. Takes some tenths of a second; asked once. */
public final class MachineFacts {
    private MachineFacts() {}

    /**
     * Facts by name, such as {@code cpu.model}, each value with its unit.
     *
     * @param data an existing folder on the disk that servers write to
     */
    public static Map<String, String> read(Path data) {
        Map<String, String> facts = new LinkedHashMap<>();
        SystemInfo system = new SystemInfo();
        HardwareAbstractionLayer hardware = system.getHardware();
        CentralProcessor processor = hardware.getProcessor();
        facts.put("cpu.model", processor.getProcessorIdentifier().getName().strip());
        facts.put(
                "cpu.cores",
                processor.getLogicalProcessorCount() + " logical, " + processor.getPhysicalProcessorCount()
                        + " physical");
        facts.put(
                "cpu.cores_of_this_process",
                Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory.total", (hardware.getMemory().getTotal() >> 20) + " MiB");
        facts.put("os", system.getOperatingSystem().toString());
        facts.put(
                "kernel",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put(
                "jvm",
                System.getProperty("java.vm.name") + " " + Runtime.version() + " (" + System.getProperty("java.vendor")
                        + ")");
        facts.put(
                "hardware",
                (hardware.getComputerSystem().getManufacturer() + " "
                                + hardware.getComputerSystem().getModel())
                        .strip());
        addSteal(facts, processor);
        addDisk(facts, data);
        return Collections.unmodifiableMap(facts);
    }

    private static void addSteal(Map<String, String> facts, CentralProcessor processor) {
        long[] ticks = processor.getSystemCpuLoadTicks();
        long all = 0;
        for (long each : ticks) {
            all += each;
        }
        if (all > 0) {
            double steal = 100.0 * ticks[CentralProcessor.TickType.STEAL.getIndex()] / all;
            facts.put("cpu.steal_since_boot", String.format(Locale.ROOT, "%.2f %%", steal));
        }
        try {
            Path cpuinfo = Path.of("/proc/cpuinfo");
            if (Files.isReadable(cpuinfo)) {
                boolean guest = Files.readString(cpuinfo).contains(" hypervisor");
                facts.put("virtual_machine", guest ? "yes" : "not seen");
            }
        } catch (IOException e) {
            facts.put("virtual_machine", "not known: " + e);
        }
    }

    private static void addDisk(Map<String, String> facts, Path data) {
        try {
            FileStore store = Files.getFileStore(data);
            facts.put("data.filesystem", store.type() + " on " + store.name());
            facts.put("data.free", (store.getUsableSpace() >> 20) + " MiB");
        } catch (IOException e) {
            facts.put("data.filesystem", "not known: " + e);
        }
    }
}

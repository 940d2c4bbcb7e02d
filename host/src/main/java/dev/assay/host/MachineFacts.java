package dev.assay.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what the machine is, for the record of a run, from its /proc, /sys and /etc; facts missing there are {@code unknown}. */
public final class MachineFacts {
    private static final String UNKNOWN = "unknown";
    private static final String DMI = "sys/devices/virtual/dmi/id/";

    /** Is the place of steal among the eight counters that add up to all time; proc_stat(5). */
    private static final int STEAL = 8;

    private final Path root;

    MachineFacts(Path root) {
        this.root = root;
    }

    /**
     * Returns facts by name, such as {@code cpu.model}, each value with its unit.
     *
     * @param data an existing folder on the disk that servers write to
     */
    public static Map<String, String> read(Path data) {
        Map<String, String> facts = new MachineFacts(Path.of("/")).facts();
        addDisk(facts, data);
        return Collections.unmodifiableMap(facts);
    }

    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        String cpuinfo = text("proc/cpuinfo");
        facts.put("cpu.model", processor(cpuinfo));
        facts.put("cpu.cores", cores());
        facts.put(
                "cpu.cores_of_this_process",
                Integer.toString(Runtime.getRuntime().availableProcessors()));
        Long kibibytes = ProcText.keyed(text("proc/meminfo"), ":").get("MemTotal");
        facts.put("memory.total", kibibytes == null ? UNKNOWN : (kibibytes >> 10) + " MiB");
        facts.put("os", distribution(text("etc/os-release")));
        facts.put(
                "kernel",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put(
                "jvm",
                System.getProperty("java.vm.name") + " " + Runtime.version() + " (" + System.getProperty("java.vendor")
                        + ")");
        facts.put("hardware", orUnknown(text(DMI + "sys_vendor")) + " " + model());
        addSteal(facts, text("proc/stat"));
        // Only x86 has flags, and with them one that hypervisors set.
        facts.put(
                "virtual_machine",
                value(cpuinfo, "flags", ":") == null ? UNKNOWN : cpuinfo.contains(" hypervisor") ? "yes" : "not seen");
        facts.putAll(new MachineTuning(root).facts());
        return facts;
    }

    /** Returns the processor's name. ARM's kernel has numbers instead: of who designed the processor, and which of theirs it is. */
    private static String processor(String cpuinfo) {
        String name = value(cpuinfo, "model name", ":");
        if (name != null) {
            return name;
        }
        String implementer = value(cpuinfo, "CPU implementer", ":");
        String part = value(cpuinfo, "CPU part", ":");
        return implementer == null || part == null ? UNKNOWN : "implementer " + implementer + ", part " + part;
    }

    private String cores() {
        int logical = 0;
        Set<String> physical = new HashSet<>();
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(root.resolve("sys/devices/system/cpu"), "cpu[0-9]*")) {
            for (Path one : all) {
                logical++;
                String topology = root.relativize(one) + "/topology/";
                physical.add(text(topology + "physical_package_id") + "/" + text(topology + "core_id"));
            }
        } catch (IOException e) {
            return UNKNOWN; // This is not Linux, or a container without /sys.
        }
        return logical + " logical, " + physical.size() + " physical";
    }

    /** Returns a text such as {@code GNU/Linux Debian GNU/Linux 12 (bookworm) build 6.1.0}; os-release(5). */
    private static String distribution(String release) {
        String name = value(release, "NAME", "=");
        if (name == null) {
            return UNKNOWN;
        }
        String version = value(release, "VERSION", "=");
        if (version == null) {
            version = value(release, "VERSION_ID", "=");
        }
        return "GNU/Linux " + name + " " + (version == null ? UNKNOWN : version) + " build "
                + System.getProperty("os.version");
    }

    private String model() {
        String name = text(DMI + "product_name");
        String version = text(DMI + "product_version");
        if (name.isEmpty()) {
            return orUnknown(version);
        }
        return version.isEmpty() || version.equals("None") ? name : name + " (version: " + version + ")";
    }

    private static void addSteal(Map<String, String> facts, String stat) {
        String[] cpu = stat.split("\n", 2)[0].split("\\s+", -1);
        if (cpu.length <= STEAL) {
            return;
        }
        long all = 0;
        for (int counter = 1; counter <= STEAL; counter++) {
            all += Long.parseLong(cpu[counter]);
        }
        double steal = 100.0 * Long.parseLong(cpu[STEAL]) / all;
        facts.put("cpu.steal_since_boot", String.format(Locale.ROOT, "%.2f %%", steal));
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

    /** Returns the value on the first line of this name, without quotes; null where there is none. */
    private static @Nullable String value(String text, String name, String separator) {
        for (String line : text.split("\n", -1)) {
            int split = line.indexOf(separator);
            if (split > 0 && line.substring(0, split).strip().equals(name)) {
                String value = line.substring(split + 1).replace("\"", "").strip();
                return value.isEmpty() ? null : value;
            }
        }
        return null;
    }

    private static String orUnknown(String text) {
        return text.isEmpty() ? UNKNOWN : text;
    }

    /**
     * Returns the file's text; empty where there is no such file, or it can't be read: a missing fact must not keep anybody from
     * measuring.
     */
    private String text(String path) {
        try {
            return new String(Files.readAllBytes(root.resolve(path)), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }
}

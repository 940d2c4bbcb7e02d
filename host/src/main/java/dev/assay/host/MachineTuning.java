package dev.assay.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how a machine is set up where that changes what is measured: settings that published studies name, and that tuned
 * profiles set.
 */
final class MachineTuning {
    private static final String UNKNOWN = "unknown";
    private static final String VM = "proc/sys/vm/";

    /** Matches the one in use, which the kernel puts in brackets among several. */
    private static final Pattern IN_USE = Pattern.compile("\\[([^]]+)]");

    /** Matches devices that keep nothing on a disk of their own. */
    private static final Pattern NO_DISK = Pattern.compile("(loop|ram|zram|sr|fd|dm-|md).*");

    private final Path root;

    MachineTuning(Path root) {
        this.root = root;
    }

    /** Returns facts by names such as {@code tuning.governor}; what the machine does not tell is {@code unknown}. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("tuning.profile", or(text("etc/tuned/active_profile"), "none"));
        facts.put("tuning.governor", governors());
        facts.put("tuning.disk_schedulers", schedulers());
        facts.put("tuning.huge_pages", or(inUse("sys/kernel/mm/transparent_hugepage/enabled"), UNKNOWN));
        facts.put("tuning.swappiness", or(text(VM + "swappiness"), UNKNOWN));
        facts.put(
                "tuning.dirty_pages",
                "%s written from, %s at most, %% of memory (0: set in bytes)"
                        .formatted(
                                or(text(VM + "dirty_background_ratio"), UNKNOWN),
                                or(text(VM + "dirty_ratio"), UNKNOWN)));
        return facts;
    }

    /** Returns the governors; virtual machines mostly have none, as their host decides. */
    private String governors() {
        Set<String> governors = new TreeSet<>();
        children("sys/devices/system/cpu", "cpu[0-9]*")
                .forEach(cpu -> governors.add(text("sys/devices/system/cpu/" + cpu + "/cpufreq/scaling_governor")));
        governors.remove("");
        return or(String.join(", ", governors), UNKNOWN);
    }

    private String schedulers() {
        Map<String, Set<String>> disks = new TreeMap<>();
        for (String disk : children("sys/block", "*")) {
            String scheduler = inUse("sys/block/" + disk + "/queue/scheduler");
            if (!scheduler.isEmpty() && !NO_DISK.matcher(disk).matches()) {
                disks.computeIfAbsent(scheduler, _ -> new TreeSet<>()).add(disk);
            }
        }
        StringBuilder text = new StringBuilder();
        disks.forEach((scheduler, names) -> text.append(text.isEmpty() ? "" : "; ")
                .append(scheduler)
                .append(" (")
                .append(String.join(", ", names))
                .append(')'));
        return or(text.toString(), UNKNOWN);
    }

    private String inUse(String path) {
        String text = text(path);
        Matcher inUse = IN_USE.matcher(text);
        return inUse.find() ? inUse.group(1) : text;
    }

    private Set<String> children(String path, String glob) {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root.resolve(path), glob)) {
            all.forEach(one -> names.add(one.getFileName().toString()));
        } catch (IOException e) {
            // This is not Linux, or a container without /sys.
        }
        return names;
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    /** Returns the file's text; empty where there is no such file, or it can't be read. */
    private String text(String path) {
        try {
            return Files.readString(root.resolve(path), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }
}

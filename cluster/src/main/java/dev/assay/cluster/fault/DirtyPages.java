package dev.assay.cluster.fault;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Holds how far the kernel may have been with writing unsynced data to disks; see proc_meminfo(5) and the kernel's documentation of
 * /proc/sys/vm. Data that is written back already survives a power loss, so that no loss proves nothing.
 */
record DirtyPages(long dirtyKib, long underWayKib, long availableKib, long expireCentis, long backgroundPercent) {
    /** Reads the kernel's present values; unknown values are absent. */
    static Map<String, String> details(Duration sinceSync) {
        try {
            return read(Path.of("/proc")).describe(sinceSync);
        } catch (IOException | NumberFormatException e) {
            return Map.of("write-back", "not known: " + e);
        }
    }

    static DirtyPages read(Path proc) throws IOException {
        String memory = Files.readString(proc.resolve("meminfo"));
        return new DirtyPages(
                kib(memory, "Dirty:"),
                kib(memory, "Writeback:"),
                kib(memory, "MemAvailable:"),
                number(proc, "sys/vm/dirty_expire_centisecs"),
                number(proc, "sys/vm/dirty_background_ratio"));
    }

    Map<String, String> describe(Duration sinceSync) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("time since all was synced", seconds(sinceSync.toMillis()));
        details.put("dirty", dirtyKib + " KiB");
        details.put("under write-back", underWayKib + " KiB");
        details.put("written back when older than", seconds(expireCentis * 10));
        details.put("write-back has likely begun", likelyBegun(sinceSync) ? "yes" : "no");
        return details;
    }

    /** Returns whether writing has probably begun, by age, or because there is more to write than the kernel lets wait. */
    boolean likelyBegun(Duration sinceSync) {
        boolean old = sinceSync.toMillis() > expireCentis * 10;
        // A ratio of 0 says that a number of bytes is set instead, which is not the usual case.
        boolean aboveThreshold = backgroundPercent > 0 && dirtyKib * 100 > availableKib * backgroundPercent;
        return old || aboveThreshold;
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }

    private static long kib(String memory, String name) throws IOException {
        return memory.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip().split("\\s+", -1)[0])
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IOException("meminfo has no " + name));
    }

    private static long number(Path proc, String name) throws IOException {
        try (InputStream file = Files.newInputStream(proc.resolve(name))) {
            // It is read in one go: these files give nothing to a second read, and readString first reads one byte.
            return Long.parseLong(new String(file.readNBytes(64), StandardCharsets.US_ASCII).strip());
        }
    }
}

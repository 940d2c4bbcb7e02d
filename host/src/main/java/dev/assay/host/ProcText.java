package dev.assay.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public final class ProcText {
    /** Is what user space sees on every processor that Java 25 runs on, whatever the kernel's own clock; time(7). */
    public static final double TICKS_PER_SECOND = 100;

    public static final long PAGE_BYTES = pageBytes();

    private static final String ALLOWED = "Cpus_allowed_list:";

    private ProcText() {}

    /** Reads the size that the kernel names for each mapping of this process; 4 KiB where it does not, as on most machines. */
    private static long pageBytes() {
        Path maps = Path.of("/proc/self/smaps");
        if (!Files.isReadable(maps)) {
            return 4096;
        }
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("KernelPageSize:"))
                    .map(line -> keyed(line, ":").getOrDefault("KernelPageSize", 4L) * 1024)
                    .findFirst()
                    .orElse(4096L);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + maps, e);
        }
    }

    /**
     * Returns the numbers of the processors that a process may use, by its {@code status}; none where that does not tell. The
     * kernel writes them as in {@code 0-3,8}.
     */
    public static List<Integer> processors(String status) {
        return status.lines()
                .filter(line -> line.startsWith(ALLOWED))
                .flatMap(line ->
                        Stream.of(line.substring(ALLOWED.length()).strip().split(",")))
                .map(part -> part.split("-", 2))
                .flatMap(range -> IntStream.rangeClosed(
                                Integer.parseInt(range[0]), Integer.parseInt(range[range.length - 1]))
                        .boxed())
                .toList();
    }

    /** Reads lines of a name, a separator and a whole number; text after the number is ignored. */
    public static Map<String, Long> keyed(String text, String separator) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (String line : text.split("\n", -1)) {
            int split = line.indexOf(separator);
            if (split > 0) {
                String[] word =
                        line.substring(split + separator.length()).strip().split("\\s+", -1);
                values.put(line.substring(0, split).strip(), Long.parseLong(word[0]));
            }
        }
        return values;
    }
}

package dev.assay.cli.doctor;

import dev.assay.host.ProcText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

final class MachineStateReader {
    private static final String OPEN_FILES = "Max open files";

    private final Path root;

    /** @param root the directory that contains {@code proc} and {@code sys} */
    MachineStateReader(Path root) {
        this.root = root;
    }

    MachineState read(int processors) {
        Map<String, Long> memory = ProcText.keyed(text("proc/meminfo"), ":");
        OptionalLong total = kib(memory, "SwapTotal");
        OptionalLong free = kib(memory, "SwapFree");
        return new MachineState(
                processors,
                text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
                kib(memory, "MemAvailable"),
                left(number(text("sys/fs/cgroup/memory.max")), number(text("sys/fs/cgroup/memory.current"))),
                total,
                total.isPresent() && free.isPresent()
                        ? OptionalLong.of(total.getAsLong() - free.getAsLong())
                        : OptionalLong.empty(),
                number(text("sys/fs/cgroup/memory.swap.max")),
                rotating(),
                openFiles(),
                text("sys/devices/system/clocksource/clocksource0/current_clocksource"));
    }

    private static OptionalLong left(OptionalLong limit, OptionalLong used) {
        return limit.isPresent() ? OptionalLong.of(Math.max(0, limit.getAsLong() - used.orElse(0))) : limit;
    }

    private List<String> rotating() {
        Path blocks = root.resolve("sys/block");
        if (!Files.isDirectory(blocks)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(blocks)) {
            return all.map(disk -> String.valueOf(disk.getFileName()))
                    .filter(name -> !name.startsWith("loop") && !name.startsWith("ram") && !name.startsWith("sr"))
                    .filter(name ->
                            text("sys/block/" + name + "/queue/rotational").equals("1"))
                    .sorted()
                    .toList();
        } catch (IOException unknown) {
            return List.of(); // Values that can't be read are reported as not available.
        }
    }

    /** Returns the soft limit of this process: a JVM raises it to the hard one, and its child processes inherit that. */
    private OptionalLong openFiles() {
        return number(text("proc/self/limits")
                .lines()
                .filter(line -> line.startsWith(OPEN_FILES))
                .map(line -> line.substring(OPEN_FILES.length()).strip().split(" +", -1)[0])
                .findFirst()
                .orElse(""));
    }

    private static OptionalLong kib(Map<String, Long> memory, String name) {
        return Stream.ofNullable(memory.get(name)).mapToLong(kib -> kib * 1024).findFirst();
    }

    /** Parses a number; returns empty also for {@code max} and {@code unlimited}. */
    private static OptionalLong number(String text) {
        return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** Reads a file; returns an empty text where it can't be read, which is reported as not available. */
    private String text(String name) {
        try {
            Path file = root.resolve(name);
            return Files.isReadable(file) ? Files.readString(file).strip() : "";
        } catch (IOException unknown) {
            return "";
        }
    }
}

package dev.assay.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tells which signals this process, and so its children, ignored at its start (signal(7)). */
final class IgnoredSignals {
    private static final String IGNORED = "SigIgn:";
    private static final int INTERRUPT = 2;

    private IgnoredSignals() {}

    /**
     * Returns a prefix for commands that must end by Ctrl-C. Shells let processes in the background ignore that, and
     * their children inherit it; a person's terminal does not.
     */
    static List<String> heedingInterrupts() throws IOException {
        return ignores(INTERRUPT) ? List.of("env", "--default-signal=INT") : List.of();
    }

    private static boolean ignores(int signal) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(IGNORED))
                .mapToLong(line ->
                        Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
                .anyMatch(ignored -> (ignored >>> (signal - 1) & 1) == 1);
    }
}

package dev.assay.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What this process was reported to ignore, and its children with it (signal(7)). */
final class IgnoredSignals {
    private static final String IGNORED = "SigIgn:";
    private static final int INTERRUPT = 2;

    private IgnoredSignals() {}

    /**
     * What a command starts with so that it ends by Ctrl-C. Shells have what they start in the background ignore that, and
     * whatever it starts inherits it; a person's terminal does not.
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

package dev.assay.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells one boot of one host from all others: processes with the same one share a monotonic clock. */
final class BootId {
    private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /** This host's, or an empty text where the platform has none. */
    static String read() {
        try {
            return Files.isReadable(FILE) ? Files.readString(FILE).strip() : "";
        } catch (IOException e) {
            return ""; // Then the clocks' offset is estimated, which is right everywhere.
        }
    }
}

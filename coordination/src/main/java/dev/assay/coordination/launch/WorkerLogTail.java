package dev.assay.coordination.launch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads the end of a log. */
final class WorkerLogTail {
    private static final int MOST_BYTES = 8192;
    private static final int MOST_LINES = 15;

    private WorkerLogTail() {}

    /** The last lines; none when there is no log. */
    static List<String> of(Path file) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, log.length() - MOST_BYTES);
            log.seek(from);
            byte[] bytes = new byte[(int) (log.length() - from)];
            log.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).strip().lines().toList();
            return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
        } catch (IOException e) {
            return List.of("(the log " + file + " can't be read: " + e.getMessage() + ")");
        }
    }
}

package dev.assay.host.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

public final class LogTail {
    private static final int MAX_BYTES = 32 * 1024;

    private LogTail() {}

    /** Returns the last lines, at most this many and at most 32 KiB; a note instead when the file cannot be read. */
    public static String of(Path log, int lines) {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            long start = Math.max(0, channel.size() - MAX_BYTES);
            ByteBuffer end = ByteBuffer.allocate((int) (channel.size() - start));
            while (end.hasRemaining() && channel.read(end, start + end.position()) >= 0) {
                // Reads on until the buffer is full or the file ends.
            }
            List<String> all =
                    StandardCharsets.UTF_8.decode(end.flip()).toString().lines().toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(cannot read " + log + ": " + e + ")";
        }
    }
}

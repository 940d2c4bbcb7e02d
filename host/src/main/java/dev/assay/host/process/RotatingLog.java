package dev.assay.host.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Appends what a process prints to its log, of which it keeps the newest: a full log is renamed to {@code LOG.1}, in place of an earlier
 * one.
 */
final class RotatingLog {
    /** The size of a full log. */
    static final long MAX_BYTES = 32L << 20;

    /** The time to read what is in the pipe of a process that has ended; its children may hold the pipe open for longer. */
    private static final Duration REST = Duration.ofSeconds(2);

    private static final int BLOCK = 1 << 13;

    private final Path log;
    private final long maxBytes;
    private final Thread copier;
    private OutputStream file;
    private long bytes;

    private RotatingLog(InputStream output, Path log, long maxBytes) throws IOException {
        this.log = log;
        this.maxBytes = maxBytes;
        this.file = open(log);
        this.bytes = Files.size(log);
        this.copier =
                Thread.ofPlatform().daemon().name("log-" + log.getFileName()).start(() -> copy(output));
    }

    /** Copies on a thread of its own until the output ends. */
    static RotatingLog of(InputStream output, Path log, long maxBytes) throws IOException {
        return new RotatingLog(output, log, maxBytes);
    }

    /** Waits until the output of a process that has ended is in its log. */
    void awaitRest() {
        try {
            copier.join(REST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void copy(InputStream output) {
        try (output) {
            if (!append(output)) {
                output.transferTo(OutputStream.nullOutputStream()); // The process does not wait for a full disk.
            }
        } catch (IOException _) {
            // The process has ended, and with it the pipe.
        }
    }

    private boolean append(InputStream output) throws IOException {
        byte[] block = new byte[BLOCK];
        try {
            for (int count = output.read(block); count >= 0; count = output.read(block)) {
                if (!write(block, count)) {
                    return false;
                }
            }
            return true;
        } finally {
            file.close();
        }
    }

    /** Returns whether the log has taken the bytes. */
    private boolean write(byte[] block, int count) {
        try {
            if (bytes > 0 && bytes + count > maxBytes) {
                file.close();
                Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
                file = open(log);
                bytes = 0;
            }
            file.write(block, 0, count);
            bytes += count;
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static OutputStream open(Path log) throws IOException {
        return Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}

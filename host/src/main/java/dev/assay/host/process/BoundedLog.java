package dev.assay.host.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Keeps logs from growing for as long as their process runs: the beginning and the end of one that has become too long stay. */
public final class BoundedLog {
    /** The length from which the log of a server is shortened. */
    public static final long SERVER_BYTES = 64 << 20;

    /** The bound of the log of a process on another machine, below that of servers, so that only the thread that writes it shortens it. */
    static final long DISTANT_BYTES = 32 << 20;

    /** The bound of the log of a program that is run to its end. */
    static final long PROGRAM_BYTES = 4 << 20;

    /** The part of the bound that stays of the beginning, and of the end. */
    private static final int SHARE = 8;

    private static final int BLOCK = 1 << 16;

    private BoundedLog() {}

    /**
     * Shortens a log that has grown beyond this length, while the process that appends to it goes on; lines that it writes in that
     * moment may be lost. A log that can't be read or written stays as it is.
     */
    public static void shorten(Path log, long max) {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long length = channel.size();
            if (length > max) {
                shorten(channel, length, (int) (max / SHARE));
            }
        } catch (IOException | RuntimeException | OutOfMemoryError _) {
            // Documented above; the next look tries again.
        }
    }

    /** Writes the end over what is left out before it cuts anything off, as a full disk takes nothing new. */
    private static void shorten(FileChannel channel, long length, int kept) throws IOException {
        String note = "%n(Assay has left out what was here until %s, as this log became too long)%n"
                .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS));
        byte[] noted = note.getBytes(StandardCharsets.UTF_8);
        ByteBuffer end = ByteBuffer.allocate(noted.length + kept).put(noted);
        while (end.hasRemaining()) {
            if (channel.read(end, length - end.remaining()) < 0) {
                return; // Somebody else has shortened it meanwhile.
            }
        }
        channel.position(kept);
        write(channel, end.flip());
        channel.truncate(channel.position());
    }

    private static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Starts a thread that appends all that comes to the log, which it keeps within {@code max} bytes, and ends with the stream. */
    static Thread copying(InputStream output, Path log, long max) {
        append(log, ByteBuffer.allocate(0)); // The log exists from the start.
        return Thread.ofPlatform().daemon().name("log-" + log.getFileName()).start(() -> {
            byte[] block = new byte[BLOCK];
            try (output) {
                for (int length = output.read(block); length >= 0; length = output.read(block)) {
                    append(log, ByteBuffer.wrap(block, 0, length));
                    shorten(log, max);
                }
            } catch (IOException _) {
                // The process has ended, and the pipe with it.
            }
        });
    }

    private static void append(Path log, ByteBuffer bytes) {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            write(channel, bytes);
        } catch (IOException _) {
            // What a full disk does not take is dropped: a process that prints must not wait for room.
        }
    }
}

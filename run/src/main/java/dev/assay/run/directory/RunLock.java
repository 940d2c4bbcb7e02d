package dev.assay.run.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Holds a run directory for the one run that writes into it. The operating system releases it when the process ends, however
 * that happens; the file stays, and means nothing by itself.
 */
public final class RunLock implements AutoCloseable {
    private static final String NAME = "run.lock";

    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Someone else holds it; the message names the process. */
    public static final class HeldException extends Exception {
        private HeldException(Path run, String holder) {
            super("the run in %s is still in progress (%s)".formatted(run, holder));
        }
    }

    static RunLock of(Path run) throws HeldException {
        Path file = run.resolve(NAME);
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw new HeldException(run, Files.readString(file).strip());
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(
                    ("process " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
            return new RunLock(channel);
        } catch (IOException e) {
            throw StoreException.writing(file, e);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException byThisProcess) {
            return null;
        }
    }

    /** Releases it. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreException("cannot release " + NAME + ": " + e.getMessage(), e);
        }
    }
}

package dev.assay.store;

import dev.assay.host.file.BoundedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds a run directory for the one run that writes into it. The operating system releases it when the process ends, however
 * that happens; the file stays, and means nothing by itself.
 *
 * <p>It is a lock by fcntl(2): a process loses it as soon as it closes any descriptor of the file, so a process that holds it
 * does not open the file once more.
 */
public final class RunLock implements AutoCloseable {
    private static final int MAX_BYTES = 1 << 12;
    private static final String NAME = "run.lock";

    /** Holds the run directories that this process has locked, by their real paths. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path run;
    private final FileChannel channel;

    private RunLock(Path run, FileChannel channel) {
        this.run = run;
        this.channel = channel;
    }

    /** Says that someone else holds the directory; the message names the process. */
    public static final class HeldException extends Exception {
        private HeldException(Path run, String holder) {
            super("the run in %s is still in progress (%s)".formatted(run, holder));
        }
    }

    static RunLock of(Path run) throws HeldException {
        Path real = real(run);
        if (!HELD.add(real)) {
            throw new HeldException(run, self());
        }
        boolean held = false;
        try {
            RunLock lock = new RunLock(real, locked(run));
            held = true;
            return lock;
        } finally {
            if (!held) {
                HELD.remove(real);
            }
        }
    }

    private static Path real(Path run) {
        try {
            return run.toRealPath();
        } catch (IOException e) {
            throw StoreException.writing(run.resolve(NAME), e);
        }
    }

    private static FileChannel locked(Path run) throws HeldException {
        Path file = run.resolve(NAME);
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                channel.close();
                byte[] holder = BoundedFile.bytes(file, MAX_BYTES).orElse(new byte[0]);
                throw new HeldException(run, new String(holder, StandardCharsets.UTF_8).strip());
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((self() + "\n").getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (IOException e) {
            throw StoreException.writing(file, e);
        }
    }

    private static String self() {
        return "process " + ProcessHandle.current().pid();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreException("cannot release " + NAME + ": " + e.getMessage(), e);
        } finally {
            HELD.remove(run);
        }
    }
}

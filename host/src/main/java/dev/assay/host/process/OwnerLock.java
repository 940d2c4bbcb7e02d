package dev.assay.host.process;

import dev.assay.host.HostException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Is a lock that a process holds as long as it owns leases in a folder: a sign of life that everybody who shares the folder
 * can see, in another PID namespace or on another machine, and that the kernel takes away when the process ends, however
 * that happens.
 *
 * <p>It is a lock by fcntl(2), which children do not inherit. A process loses all of its locks on a file as soon as it
 * closes any descriptor of that file, so within one process the file is opened once, however many own leases there.
 */
final class OwnerLock implements AutoCloseable {
    static final String ENDING = ".alive";
    private static final Pattern NAME = Pattern.compile("(\\d+)_([^_]+)_([^_]+)_([^_]+)\\.alive");

    /** Guards {@link #HELD}, and is held while a file is open that may turn out to be in it. */
    private static final Object OPENING = new Object();

    private static final Map<Path, HeldLock> HELD = new HashMap<>();

    /** @param lock null where the file system has no locks; then only the number of the process tells */
    private record HeldLock(FileChannel channel, @Nullable FileLock lock, int owners) {}

    private final Path file;
    private boolean closed;

    private OwnerLock(Path file) {
        this.file = file;
    }

    /** Holds the lock of this process in this folder, until it was closed as often as it was held. */
    static OwnerLock hold(Path leases) {
        Path file = file(leases, ProcessIdentity.self());
        synchronized (OPENING) {
            HeldLock held = HELD.get(file);
            try {
                HELD.put(file, held == null ? locked(file) : new HeldLock(held.channel, held.lock, held.owners + 1));
            } catch (IOException e) {
                throw new HostException(
                        "Cannot create " + file + " (" + e + "). Is the disk full? Make room or move the cache.", e);
            }
        }
        return new OwnerLock(file);
    }

    private static HeldLock locked(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            return new HeldLock(channel, channel.lock(), 1);
        } catch (IOException noLocksHere) {
            return new HeldLock(channel, null, 1);
        }
    }

    static boolean isHeld(Path leases, ProcessIdentity owner) {
        Path file = file(leases, owner);
        synchronized (OPENING) {
            if (HELD.containsKey(file)) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                FileLock lock = channel.tryLock();
                return lock == null;
            } catch (NoSuchFileException neverHeldOrGivenUp) {
                return false;
            } catch (OverlappingFileLockException byThisProcess) {
                return true;
            } catch (IOException e) {
                return Files.exists(file) && !Files.isWritable(file); // Another user has it, and cleans up.
            }
        }
    }

    /** Returns the process whose lock a file is, by its name. */
    static Optional<ProcessIdentity> owner(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches()
                ? Optional.of(new ProcessIdentity(
                        Long.parseLong(name.group(1)), name.group(3) + "/" + name.group(4), name.group(2)))
                : Optional.empty();
    }

    private static Path file(Path leases, ProcessIdentity owner) {
        String name = owner.pid() + "_" + owner.namespace() + "_"
                + owner.begun().replace('/', '_').replace(':', '-') + ENDING;
        return leases.toAbsolutePath().normalize().resolve(name);
    }

    /** Deletes the file before it unlocks it, so that nobody finds it unlocked. */
    @Override
    public void close() {
        synchronized (OPENING) {
            HeldLock held = HELD.get(file);
            if (closed || held == null) {
                return;
            }
            closed = true;
            if (held.owners > 1) {
                HELD.put(file, new HeldLock(held.channel, held.lock, held.owners - 1));
                return;
            }
            HELD.remove(file);
            try {
                Files.deleteIfExists(file);
                held.channel.close();
            } catch (IOException e) {
                throw new HostException("Cannot remove " + file + " from the cache: " + e, e);
            }
        }
    }
}

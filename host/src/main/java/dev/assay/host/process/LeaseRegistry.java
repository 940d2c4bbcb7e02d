package dev.assay.host.process;

import dev.assay.host.HostException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The leases of all Assay processes that use one cache, one small file each, so that a later run can clean up. */
final class LeaseRegistry {
    private static final String LEASE = ".lease";
    /** The name that earlier versions wrote, too. */
    private static final String MARK = ".guard";

    private final Path folder;
    private final String host;
    private final ProcessIdentity self = ProcessIdentity.self();
    private final AtomicLong count = new AtomicLong();

    LeaseRegistry(Path folder) {
        this.folder = folder;
        this.host = hostName();
    }

    Path add(String name, ProcessIdentity process) {
        return write(new Lease(name, host, self, process, null, null));
    }

    Path add(String name, Path leasedFolder) {
        return write(new Lease(name, host, self, null, leasedFolder, null));
    }

    Path add(Lease.Held held) {
        return write(new Lease(held.kind() + " " + held.target(), host, self, null, null, held));
    }

    /** The mark of a reaper that is about to be started. */
    Path newMark() {
        return fresh(MARK);
    }

    /** Records which process the reaper with this mark is, until it has finished. */
    void addReaper(Path mark, ProcessIdentity reaper) {
        write(mark, new Lease("reaper", host, self, reaper, null, null));
    }

    void remove(Path entry) {
        try {
            Files.deleteIfExists(entry);
        } catch (IOException e) {
            throw new HostException("Cannot remove " + entry + " from the cache: " + e, e);
        }
    }

    /** Whether it is still registered. */
    boolean isRegistered(Path entry) {
        return Files.exists(entry);
    }

    /** Leases whose owner is gone, with their files. One that cannot be read counts as none and is reported. */
    Map<Path, Lease> orphans(List<String> unreadable) {
        return ownerless(LEASE, unreadable);
    }

    /** Marks of reapers whose owner is gone. They have not finished, whether they run or not. */
    Map<Path, Lease> orphanReapers(List<String> unreadable) {
        return ownerless(MARK, unreadable);
    }

    private Map<Path, Lease> ownerless(String ending, List<String> unreadable) {
        Map<Path, Lease> orphans = new TreeMap<>();
        for (Path file : entries(ending)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                Properties text = new Properties();
                text.load(reader);
                Lease lease = Lease.of(text);
                if (lease.host().equals(host) && !lease.owner().isAlive()) {
                    orphans.put(file, lease);
                }
            } catch (IOException | IllegalArgumentException e) {
                if (e instanceof NoSuchFileException) {
                    // Removed since the folder was listed, by its owner or by the reaper as its last step.
                    continue;
                }
                unreadable.add("Cannot read the lease " + file + " (" + e.getMessage() + "); delete it by hand when no "
                        + "Assay runs on this machine.");
            }
        }
        return orphans;
    }

    private List<Path> entries(String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return new ArrayList<>(
                    files.filter(file -> file.toString().endsWith(ending)).toList());
        } catch (IOException e) {
            throw new HostException("Cannot list " + folder + ": " + e, e);
        }
    }

    private Path fresh(String ending) {
        return folder.resolve(self.pid() + "-" + System.nanoTime() + "-" + count.incrementAndGet() + ending);
    }

    private Path write(Lease lease) {
        return write(fresh(LEASE), lease);
    }

    private static Path write(Path file, Lease lease) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            try (Writer writer = Files.newBufferedWriter(fresh)) {
                lease.toProperties().store(writer, "What an Assay process holds. Removed when it lets go.");
            }
            return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new HostException(
                    "Cannot write " + file + " (" + e + "). Is the disk full? Make room or move the cache.", e);
        }
    }

    private static String hostName() {
        Path file = Path.of("/proc/sys/kernel/hostname");
        try {
            return Files.isReadable(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }
}

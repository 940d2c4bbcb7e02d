package dev.assay.provision.leash;

import dev.assay.provision.ProvisionException;
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

/** The leases of all Assay processes that use one cache, one small file each, so that a later run can finish an end. */
final class LeaseRegistry {
    private static final String LEASE = ".lease";
    private static final String MARK = ".guard";

    private final Path folder;
    private final String host;
    private final ProcessIdentity self = ProcessIdentity.self();
    private final AtomicLong count = new AtomicLong();

    LeaseRegistry(Path folder) {
        this.folder = folder;
        this.host = hostName();
    }

    Path enter(String name, ProcessIdentity process) {
        return write(new Lease(name, host, self, process, null, null));
    }

    Path enter(String name, Path leasedFolder) {
        return write(new Lease(name, host, self, null, leasedFolder, null));
    }

    Path enter(Lease.Held held) {
        return write(new Lease(held.kind() + " " + held.target(), host, self, null, null, held));
    }

    /** The mark of a guard that is about to be started. */
    Path newMark() {
        return fresh(MARK);
    }

    /** Notes which process the guard is whose mark this is, for as long as it has work. */
    void enterGuard(Path mark, ProcessIdentity guard) {
        write(mark, new Lease("guard", host, self, guard, null, null));
    }

    void strike(Path entry) {
        try {
            Files.deleteIfExists(entry);
        } catch (IOException e) {
            throw ProvisionException.environment("Cannot remove " + entry + " from the cache: " + e, e);
        }
    }

    /** Whether it is on record still. */
    boolean isEntered(Path entry) {
        return Files.exists(entry);
    }

    /** Leases whose owner is gone, with their files. One that cannot be read counts as none and is reported. */
    Map<Path, Lease> orphans(List<String> unreadable) {
        return ownerless(LEASE, unreadable);
    }

    /** Marks of guards whose owner is gone. Their work is not done, whether they run or not. */
    Map<Path, Lease> orphanGuards(List<String> unreadable) {
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
                    // Struck since the folder was listed, by its owner or as the guard's last deed.
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
            throw ProvisionException.environment("Cannot list " + folder + ": " + e, e);
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
            throw ProvisionException.environment(
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

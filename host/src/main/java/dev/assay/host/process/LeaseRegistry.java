package dev.assay.host.process;

import dev.assay.host.HostException;
import dev.assay.host.file.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps the leases of all Assay processes that use one cache, one small file each, so that a later run can clean up. */
final class LeaseRegistry {
    private static final String LEASE = ".lease";
    /** Is the ending that earlier versions wrote, too. */
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
        return write(new Lease(name, host, self, Optional.of(process), Optional.empty(), Optional.empty()));
    }

    Path add(String name, Path leasedFolder) {
        return write(new Lease(name, host, self, Optional.empty(), Optional.of(leasedFolder), Optional.empty()));
    }

    Path add(Lease.HeldResource resource) {
        return write(new Lease(
                resource.kind() + " " + resource.target(),
                host,
                self,
                Optional.empty(),
                Optional.empty(),
                Optional.of(resource)));
    }

    Path newMark() {
        return fresh(MARK);
    }

    Path newFolder() {
        return fresh(".tmp");
    }

    /** Records which process the reaper with this mark is, until it has finished. */
    void addReaper(Path mark, ProcessIdentity reaper) {
        write(mark, new Lease("reaper", host, self, Optional.of(reaper), Optional.empty(), Optional.empty()));
    }

    void remove(Path entry) {
        try {
            Files.deleteIfExists(entry);
        } catch (IOException e) {
            throw new HostException("Cannot remove " + entry + " from the cache: " + e, e);
        }
    }

    boolean isRegistered(Path entry) {
        return Files.exists(entry);
    }

    /**
     * Returns the leases whose owner is gone, with their files. One that cannot be read counts as none, and so does one whose
     * owner is not known here to be gone; both are reported.
     */
    Map<Path, Lease> orphans(List<String> reports) {
        Map<ProcessIdentity, List<Lease>> elsewhere = new LinkedHashMap<>();
        Map<Path, Lease> orphans = new TreeMap<>();
        leases(LEASE, reports).forEach((file, lease) -> {
            switch (stateOf(lease)) {
                case GONE -> orphans.put(file, lease);
                case ELSEWHERE ->
                    elsewhere
                            .computeIfAbsent(lease.owner(), owner -> new ArrayList<>())
                            .add(lease);
                case ALIVE -> {
                    // The owner cleans up by itself.
                }
            }
        });
        elsewhere.forEach((owner, leases) -> reports.add(leftAlone(owner, leases)));
        return orphans;
    }

    /** Returns the marks of reapers whose owner is gone. They have not finished, whether they run or not. */
    Map<Path, Lease> orphanReapers(List<String> reports) {
        Map<Path, Lease> marks = leases(MARK, reports);
        marks.values().removeIf(lease -> stateOf(lease) != OwnerState.GONE);
        return marks;
    }

    private OwnerState stateOf(Lease lease) {
        OwnerState state = OwnerState.of(lease.owner(), folder);
        return state == OwnerState.GONE && !lease.host().equals(host) ? OwnerState.ELSEWHERE : state;
    }

    private String leftAlone(ProcessIdentity owner, List<Lease> leases) {
        return "Left alone the resources of process " + owner.pid() + " on host '"
                + leases.getFirst().host() + "' ("
                + leases.stream().map(Lease::name).collect(Collectors.joining(", "))
                + "): it ran on another machine or in another PID namespace, such as a container's, so"
                + " it can't be told from here whether all of it has ended. Run Assay there or, if all of it has ended, delete"
                + " the folders that its files in " + folder + " name, then those files.";
    }

    /**
     * Deletes leases that a killed process has not finished writing. A process holds its lock before it writes one, so nobody
     * does where no lock of a process with that number is left but those of owners that are gone.
     */
    void removeUnfinished() {
        List<Path> unfinished = entries(DurableFile.UNFINISHED);
        Set<String> livePrefixes = entries(OwnerLock.ENDING).stream()
                .flatMap(file -> OwnerLock.owner(file).stream())
                .filter(owner -> OwnerState.of(owner, folder) != OwnerState.GONE)
                .map(owner -> owner.pid() + "-")
                .collect(Collectors.toSet());
        unfinished.stream()
                .filter(file ->
                        livePrefixes.stream().noneMatch(file.getFileName().toString()::startsWith))
                .forEach(this::remove);
    }

    /** Deletes the locks of owners that are gone and have left nothing else. */
    void removeOldLocks(List<String> reports) {
        Set<ProcessIdentity> holders = Stream.of(LEASE, MARK)
                .flatMap(ending -> leases(ending, reports).values().stream())
                .map(Lease::owner)
                .collect(Collectors.toSet());
        for (Path file : entries(OwnerLock.ENDING)) {
            OwnerLock.owner(file)
                    .filter(owner -> !holders.contains(owner) && OwnerState.of(owner, folder) == OwnerState.GONE)
                    .ifPresent(owner -> remove(file));
        }
    }

    private Map<Path, Lease> leases(String ending, List<String> reports) {
        Map<Path, Lease> leases = new TreeMap<>();
        Map<Path, String> unreadable = new TreeMap<>();
        for (Path file : entries(ending)) {
            try {
                leases.put(file, DurableFile.read(file, Lease.class));
            } catch (NoSuchFileException removed) {
                // It was removed since the folder was listed, by its owner or by the reaper as its last step.
            } catch (IOException e) {
                unreadable.put(file, String.valueOf(e.getMessage()));
            }
        }
        if (!unreadable.isEmpty()) {
            reports.add(leftUnread(unreadable));
        }
        return leases;
    }

    private String leftUnread(Map<Path, String> reasons) {
        String files = reasons.keySet().stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.joining(", "));
        return "Left alone what these files in " + folder + " name, which may be running: " + files
                + ". They are of another version of Assay, or damaged ("
                + reasons.values().iterator().next()
                + "). A run of that version removes what a killed one has left; or end the processes that they name, delete"
                + " the folders, then these files.";
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
        try {
            DurableFile.write(file, lease);
            return file;
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

package dev.assay.host.process;

import dev.assay.host.HostException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Makes one pass over the registry that cleans up what dead owners left behind. What an owner's reaper has cleaned up is not
 * reported again: the pass waits for a reaper that is still working, and for the processes it has killed to end.
 */
final class OrphanCleanup {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long POLL_NANOS = 5_000_000;

    private final LeaseRegistry registry;
    private final Predicate<ProcessIdentity> concerned;
    private final Duration patience;
    private final Consumer<Collection<Long>> kill;
    private final List<String> done = new ArrayList<>();
    /** Holds the owners whose reaper was killed before it had finished. */
    private final Set<ProcessIdentity> unreaped = new HashSet<>();

    /** Holds the processes that could not be killed, by owner. They may still write. */
    private final Map<ProcessIdentity, Lease> survivors = new HashMap<>();

    /** @param concerned the owners whose leases are meant, of those that are gone */
    OrphanCleanup(LeaseRegistry registry, Predicate<ProcessIdentity> concerned) {
        this(registry, concerned, PATIENCE, Signal.KILL::send);
    }

    /**
     * @param patience for a reaper to finish, and for killed processes to end
     * @param kill takes the leaders of process groups
     */
    OrphanCleanup(
            LeaseRegistry registry,
            Predicate<ProcessIdentity> concerned,
            Duration patience,
            Consumer<Collection<Long>> kill) {
        this.registry = registry;
        this.concerned = concerned;
        this.patience = patience;
        this.kill = kill;
    }

    List<String> run() {
        // Leases are read before marks: a reaper whose mark is gone by then has cleaned up all of them.
        Map<Path, Lease> orphans = registry.orphans(done);
        Map<Path, Lease> reapers = registry.orphanReapers(done);
        orphans.values().removeIf(lease -> !concerned.test(lease.owner()));
        reapers.values().removeIf(reaper -> !concerned.test(reaper.owner()));
        reapers.forEach((mark, reaper) -> awaitReaper(mark, reaper, orphans));
        // Processes end first, since they write into the folders.
        endProcesses(orphans);
        // The latest resource is removed first; folders come last, as something may have been mounted in them.
        orphans.entrySet().stream()
                .filter(orphan -> orphan.getValue().held().isPresent())
                .sorted(Map.Entry.<Path, Lease>comparingByKey().reversed())
                .forEach(orphan -> removeResource(orphan.getKey(), orphan.getValue()));
        orphans.entrySet().stream()
                .filter(orphan -> orphan.getValue().folder().isPresent())
                .forEach(orphan -> delete(orphan.getKey(), orphan.getValue()));
        registry.removeUnfinished();
        registry.removeOldLocks(new ArrayList<>());
        return List.copyOf(done);
    }

    private void awaitReaper(Path mark, Lease reaper, Map<Path, Lease> orphans) {
        ProcessIdentity process = reaper.process().orElseThrow();
        if (!within(patience, () -> !process.isAlive())) {
            String leftovers = orphans.values().stream()
                    .filter(lease -> lease.owner().equals(reaper.owner()))
                    .map(Lease::name)
                    .collect(Collectors.joining(", "));
            orphans.values().removeIf(lease -> lease.owner().equals(reaper.owner()));
            done.add("An earlier Assay (process " + reaper.owner().pid() + ") ended abruptly, and its reaper (process "
                    + process.pid() + ") is still cleaning up what it left behind: " + leftovers
                    + ". The next run checks again.");
            return;
        }
        if (registry.isRegistered(mark)) {
            unreaped.add(reaper.owner());
            registry.remove(mark);
        }
    }

    private void endProcesses(Map<Path, Lease> orphans) {
        Set<ProcessIdentity> alive = orphans.values().stream()
                .flatMap(lease -> lease.process().stream())
                .filter(ProcessIdentity::isAlive)
                .collect(Collectors.toSet());
        kill.accept(alive.stream().map(ProcessIdentity::pid).toList());
        within(patience, () -> alive.stream().noneMatch(ProcessIdentity::isAlive));
        orphans.forEach((entry, lease) ->
                lease.process().ifPresent(process -> tellEnd(entry, lease, process, alive.contains(process))));
    }

    private void tellEnd(Path entry, Lease lease, ProcessIdentity process, boolean wasAlive) {
        String description = lease.name() + " (process " + process.pid() + "), " + left(lease);
        if (process.isAlive()) {
            survivors.put(lease.owner(), lease);
            done.add("Could not end " + description + "; end it by hand.");
            return;
        }
        if (wasAlive && unreaped.contains(lease.owner())) {
            done.add("Ended " + description + ".");
        }
        registry.remove(entry);
    }

    private void removeResource(Path entry, Lease lease) {
        String description = "the " + lease.name() + ", " + left(lease);
        if (isInUse("Did not remove " + description, lease)) {
            return;
        }
        Lease.HeldResource resource = lease.held().orElseThrow();
        try {
            if (resource.kind().remove(resource.target())) {
                done.add("Removed " + description + ".");
            }
            registry.remove(entry);
        } catch (HostException e) {
            done.add("Cannot remove " + description + "; remove it by hand. " + e.getMessage());
        }
    }

    private void delete(Path entry, Lease lease) {
        Path folder = lease.folder().orElseThrow();
        if (isInUse("Did not delete " + folder + " (" + lease.name() + "), " + left(lease), lease)) {
            return;
        }
        try {
            if (MarkedFolders.deleteRecorded(folder)) {
                done.add("Deleted " + folder + " (" + lease.name() + "), " + left(lease) + ".");
            }
            registry.remove(entry);
        } catch (IOException e) {
            done.add("Cannot delete " + folder + ", " + left(lease) + " (" + e + "); delete it by hand.");
        }
    }

    /** Tells whether a process of the same owner may still work in it; the next run is left to try again. */
    private boolean isInUse(String consequence, Lease lease) {
        Lease survivor = survivors.get(lease.owner());
        if (survivor != null) {
            done.add(consequence + ", because " + survivor.name() + " is still running. The next run tries again.");
        }
        return survivor != null;
    }

    private static String left(Lease lease) {
        return "left by an earlier Assay (process " + lease.owner().pid() + ") that ended abruptly";
    }

    /** Tells whether the condition holds within this time; an interrupt ends the wait. */
    private static boolean within(Duration max, BooleanSupplier condition) {
        long deadline = System.nanoTime() + max.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                return condition.getAsBoolean();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}

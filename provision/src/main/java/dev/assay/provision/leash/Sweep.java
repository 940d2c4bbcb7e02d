package dev.assay.provision.leash;

import dev.assay.provision.ProvisionException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One pass over the registry that ends what its owners could not. What an owner's guard has ended is not said again, however
 * near the pass comes to it: a guard at work is waited for, and so is the death of what it has killed.
 */
final class Sweep {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long POLL_NANOS = 5_000_000;

    private final LeaseRegistry registry;
    private final Predicate<ProcessIdentity> concerned;
    private final Duration patience;
    private final Consumer<Collection<Long>> kill;
    private final List<String> done = new ArrayList<>();
    /** Owners whose guard was killed before its work was done. */
    private final Set<ProcessIdentity> unguarded = new HashSet<>();

    /** Of owners, what could not be ended. It may still write. */
    private final Map<ProcessIdentity, Lease> survivors = new HashMap<>();

    /** @param concerned the owners whose leases are meant, of those that are no more */
    Sweep(LeaseRegistry registry, Predicate<ProcessIdentity> concerned) {
        this(registry, concerned, PATIENCE, Signal.KILL::send);
    }

    /**
     * @param patience for a guard, and for the death of what was killed
     * @param kill takes the leaders of process groups
     */
    Sweep(
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
        // Leases before marks: a guard whose mark is gone by then has done its work on all of them.
        Map<Path, Lease> orphans = registry.orphans(done);
        Map<Path, Lease> guards = registry.orphanGuards(done);
        orphans.values().removeIf(lease -> !concerned.test(lease.owner()));
        guards.values().removeIf(guard -> !concerned.test(guard.owner()));
        guards.forEach((mark, guard) -> awaitGuard(mark, guard, orphans));
        // Processes first: they write into the folders.
        endProcesses(orphans);
        // What was made last goes first; then the folders, in which something may have been mounted.
        orphans.entrySet().stream()
                .filter(orphan -> orphan.getValue().held() != null)
                .sorted(Map.Entry.<Path, Lease>comparingByKey().reversed())
                .forEach(orphan -> takeAway(orphan.getKey(), orphan.getValue()));
        orphans.entrySet().stream()
                .filter(orphan -> orphan.getValue().folder() != null)
                .forEach(orphan -> delete(orphan.getKey(), orphan.getValue()));
        return List.copyOf(done);
    }

    private void awaitGuard(Path mark, Lease guard, Map<Path, Lease> orphans) {
        ProcessIdentity process = Objects.requireNonNull(guard.process());
        if (!within(patience, () -> !process.isAlive())) {
            String left = orphans.values().stream()
                    .filter(lease -> lease.owner().equals(guard.owner()))
                    .map(Lease::name)
                    .collect(Collectors.joining(", "));
            orphans.values().removeIf(lease -> lease.owner().equals(guard.owner()));
            done.add("An earlier Assay (process " + guard.owner().pid() + ") ended abruptly, and its guard (process "
                    + process.pid() + ") is still ending what it left: " + left + ". The next run looks again.");
            return;
        }
        if (registry.isEntered(mark)) {
            unguarded.add(guard.owner());
            registry.strike(mark);
        }
    }

    private void endProcesses(Map<Path, Lease> orphans) {
        Set<ProcessIdentity> alive = orphans.values().stream()
                .map(Lease::process)
                .filter(Objects::nonNull)
                .filter(ProcessIdentity::isAlive)
                .collect(Collectors.toSet());
        kill.accept(alive.stream().map(ProcessIdentity::pid).toList());
        within(patience, () -> alive.stream().noneMatch(ProcessIdentity::isAlive));
        orphans.forEach((entry, lease) -> {
            ProcessIdentity process = lease.process();
            if (process != null) {
                tellEnd(entry, lease, process, alive.contains(process));
            }
        });
    }

    private void tellEnd(Path entry, Lease lease, ProcessIdentity process, boolean wasAlive) {
        String what = lease.name() + " (process " + process.pid() + "), " + left(lease);
        if (process.isAlive()) {
            survivors.put(lease.owner(), lease);
            done.add("Could not end " + what + "; end it by hand.");
            return;
        }
        if (wasAlive && unguarded.contains(lease.owner())) {
            done.add("Ended " + what + ".");
        }
        registry.strike(entry);
    }

    private void takeAway(Path entry, Lease lease) {
        String what = "the " + lease.name() + ", " + left(lease);
        if (isInUse("Did not take away " + what, lease)) {
            return;
        }
        Lease.Held held = Objects.requireNonNull(lease.held());
        try {
            if (held.kind().remove(held.target())) {
                done.add("Took away " + what + ".");
            }
            registry.strike(entry);
        } catch (ProvisionException e) {
            done.add("Cannot take away " + what + "; do it by hand. " + e.getMessage());
        }
    }

    private void delete(Path entry, Lease lease) {
        Path folder = Objects.requireNonNull(lease.folder());
        if (isInUse("Did not delete " + folder + " (" + lease.name() + "), " + left(lease), lease)) {
            return;
        }
        try {
            if (Folders.delete(folder)) {
                done.add("Deleted " + folder + " (" + lease.name() + "), " + left(lease) + ".");
            }
            registry.strike(entry);
        } catch (IOException e) {
            done.add("Cannot delete " + folder + ", " + left(lease) + " (" + e + "); delete it by hand.");
        }
    }

    /** Whether a process of the same owner may still work in it; the next run is left to try again. */
    private boolean isInUse(String consequence, Lease lease) {
        Lease survivor = survivors.get(lease.owner());
        if (survivor != null) {
            done.add(consequence + ", since " + survivor.name() + " still runs. The next run tries again.");
        }
        return survivor != null;
    }

    private static String left(Lease lease) {
        return "left by an earlier Assay (process " + lease.owner().pid() + ") that ended abruptly";
    }

    /** Whether it holds within this time; an interrupt ends the wait. */
    private static boolean within(Duration most, BooleanSupplier condition) {
        long deadline = System.nanoTime() + most.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                return condition.getAsBoolean();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}

package dev.assay.provision.leash;

import dev.assay.provision.ProvisionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** One pass over the registry that ends what its owners could not. */
final class Sweep {
    private final LeaseRegistry registry;
    private final Predicate<ProcessIdentity> concerned;
    private final List<String> done = new ArrayList<>();
    private final Set<Long> ended = new HashSet<>();

    /** @param concerned the owners whose leases are meant, of those that are no more */
    Sweep(LeaseRegistry registry, Predicate<ProcessIdentity> concerned) {
        this.registry = registry;
        this.concerned = concerned;
    }

    List<String> run() {
        Map<Path, Lease> orphans = registry.orphans(done);
        orphans.values().removeIf(lease -> !concerned.test(lease.owner()));
        // Processes first: they write into the folders.
        orphans.values().stream()
                .flatMap(lease -> Optional.ofNullable(lease.process()).stream())
                .filter(ProcessIdentity::isAlive)
                .map(ProcessIdentity::pid)
                .forEach(ended::add);
        Signal.KILL.send(ended);
        orphans.values().stream()
                .flatMap(lease -> Optional.ofNullable(lease.process()).stream())
                .forEach(Sweep::gone);
        // What was made last goes first; then the folders, in which something may have been mounted.
        orphans.entrySet().stream()
                .filter(orphan -> orphan.getValue().held() != null)
                .sorted(Map.Entry.<Path, Lease>comparingByKey().reversed())
                .forEach(orphan -> takeAway(orphan.getKey(), orphan.getValue()));
        orphans.entrySet().stream()
                .filter(orphan -> orphan.getValue().held() == null)
                .forEach(orphan -> finish(orphan.getKey(), orphan.getValue()));
        return List.copyOf(done);
    }

    private void takeAway(Path entry, Lease lease) {
        Lease.Held held = Objects.requireNonNull(lease.held());
        try {
            held.kind().remove(held.target());
            registry.strike(entry);
            done.add("Took away the " + lease.name() + ", " + left(lease) + ".");
        } catch (ProvisionException e) {
            done.add(
                    "Cannot take away the " + lease.name() + ", " + left(lease) + "; do it by hand. " + e.getMessage());
        }
    }

    private void finish(Path entry, Lease lease) {
        ProcessIdentity process = lease.process();
        if (process != null && !gone(process)) {
            done.add("Could not end " + lease.name() + " (process " + process.pid() + "), " + left(lease)
                    + "; end it by hand.");
            return;
        }
        Path folder = lease.folder();
        try {
            if (folder != null && Folders.delete(folder)) {
                done.add("Deleted " + folder + " (" + lease.name() + "), " + left(lease) + ".");
            } else if (process != null && ended.contains(process.pid())) {
                done.add("Ended " + lease.name() + " (process " + process.pid() + "), " + left(lease) + ".");
            }
            registry.strike(entry);
        } catch (IOException e) {
            done.add("Cannot delete " + folder + ", " + left(lease) + " (" + e + "); delete it by hand.");
        }
    }

    private static String left(Lease lease) {
        return "left by an earlier Assay (process " + lease.owner().pid() + ") that ended abruptly";
    }

    private static boolean gone(ProcessIdentity process) {
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid()).filter(h -> process.isAlive());
        if (handle.isEmpty()) {
            return true;
        }
        try {
            handle.get().onExit().get(5, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        } catch (ExecutionException | TimeoutException e) {
            return !process.isAlive();
        }
    }
}

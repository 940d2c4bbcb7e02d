package dev.assay.provision.leash;

import dev.assay.provision.AssayCache;
import dev.assay.provision.ProvisionException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Everything this Assay process has started on this machine. Three things see to it that nothing stays: closing kills
 * what still runs; a guard outside of this process kills it when this process dies; and a registry on disk lets the next
 * run finish what neither could.
 */
public final class Leash implements AutoCloseable {
    private final LeaseRegistry registry;
    private final Path mark;
    private final Guard guard;
    private final Set<LeashedProcess> running = ConcurrentHashMap.newKeySet();
    private final Deque<LeasedObject> objects = new ConcurrentLinkedDeque<>();
    private final Set<LeasedFolder> folders = ConcurrentHashMap.newKeySet();
    private final ReadWriteLock opening = new ReentrantReadWriteLock();
    private boolean closed;

    private Leash(LeaseRegistry registry) {
        this.registry = registry;
        this.mark = registry.newMark();
        this.guard = new Guard(mark);
    }

    /** A leash with its registry in this cache. */
    public static Leash open(AssayCache cache) {
        Leash leash = new Leash(new LeaseRegistry(cache.leases()));
        try {
            leash.registerGuard();
        } catch (ProvisionException e) {
            leash.close();
            throw e;
        }
        return leash;
    }

    private void registerGuard() {
        ProcessIdentity identity = ProcessIdentity.of(guard.pid())
                .orElseThrow(() -> ProvisionException.environment(
                        "The shell that guards Assay's servers has ended at once. Does /bin/sh work here?", null));
        registry.enterGuard(mark, identity);
    }

    /**
     * Kills the processes and deletes the folders that Assay processes left which are no more. Where a guard is still at
     * work on that, it is waited for.
     *
     * @return one line for people about each thing done, empty when there was nothing to do
     */
    public List<String> sweep() {
        return new Sweep(registry, owner -> true).run();
    }

    /**
     * The same for what one owner left, and nothing of any other.
     *
     * @param owner which is no more; nothing is done while it runs
     */
    public static List<String> sweepAfter(ProcessIdentity owner, AssayCache cache) {
        return new Sweep(new LeaseRegistry(cache.leases()), owner::equals).run();
    }

    /**
     * Starts a process in a session of its own.
     *
     * @throws ProvisionException when it cannot be started
     */
    public LeashedProcess start(Launch launch) {
        return whileOpen("start " + launch.name(), () -> startNow(launch));
    }

    private LeashedProcess startNow(Launch launch) {
        try {
            Files.createDirectories(launch.log().toAbsolutePath().getParent());
            return letIn(launch, gate(launch));
        } catch (IOException e) {
            throw ProvisionException.environment(
                    "Cannot start " + launch.name() + " (" + launch.command().getFirst() + "): " + e, e);
        }
    }

    /**
     * Creates a folder that lives no longer than this Assay process.
     *
     * @param name what it is for, for people
     * @param path must not exist yet
     */
    public LeasedFolder folder(String name, Path path) {
        return whileOpen("create " + path, () -> folderNow(name, path));
    }

    private LeasedFolder folderNow(String name, Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path entry = registry.enter(name, absolute);
        try {
            Folders.create(absolute);
        } catch (IOException e) {
            registry.strike(entry);
            throw ProvisionException.environment("Cannot create " + absolute + " for " + name + ": " + e, e);
        }
        LeasedFolder leased = new LeasedFolder(registry, entry, absolute, folders::remove);
        folders.add(leased);
        return leased;
    }

    /**
     * Puts something in the kernel on the leash, before it is made, so that it goes with this Assay process.
     *
     * @param target its name or folder, in one line
     */
    public LeasedObject object(KernelObject kind, String target) {
        if (target.isBlank() || target.lines().count() != 1) {
            throw new IllegalArgumentException("target of a " + kind + " must be one line, but is '" + target + "'");
        }
        return whileOpen("make " + target, () -> objectNow(new Lease.Held(kind, target)));
    }

    private LeasedObject objectNow(Lease.Held held) {
        Path entry = registry.enter(held);
        guard.keep(held);
        LeasedObject leased = new LeasedObject(held, gone -> {
            objects.remove(gone);
            registry.strike(entry);
            if (guard.isAlive()) {
                guard.drop(held);
            }
        });
        objects.push(leased);
        return leased;
    }

    /** What is made while another thread closes the leash would stay: it is made before, or not at all. */
    private <T> T whileOpen(String what, Supplier<T> making) {
        opening.readLock().lock();
        try {
            if (closed) {
                throw ProvisionException.environment("Cannot " + what + ": Assay is ending.", null);
            }
            return making.get();
        } finally {
            opening.readLock().unlock();
        }
    }

    private static Process gate(Launch launch) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", OwnSession.GATED_SCRIPT, "sh"));
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(launch.workFolder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
        builder.environment().putAll(launch.environment());
        return builder.start();
    }

    private LeashedProcess letIn(Launch launch, Process gate) throws IOException {
        try (Writer go = gate.outputWriter(StandardCharsets.US_ASCII)) {
            guard.hold(gate.pid());
            LeashedProcess leashed = onRecord(launch, gate);
            go.write("go\n");
            return leashed;
        } catch (ProvisionException e) {
            gate.destroyForcibly();
            throw e;
        }
    }

    private LeashedProcess onRecord(Launch launch, Process gate) {
        Path entry = ProcessIdentity.of(gate.pid())
                .map(identity -> registry.enter(launch.name(), identity))
                .orElseThrow(() -> ProvisionException.environment(
                        launch.name() + " ended before it began: " + LogTail.of(launch.log(), 5), null));
        LeashedProcess leashed = new LeashedProcess(launch, gate, () -> {
            registry.strike(entry);
            if (guard.isAlive()) {
                guard.free(gate.pid());
            }
        });
        running.add(leashed);
        leashed.onExit(exit -> running.remove(leashed));
        return leashed;
    }

    /** Kills whatever still runs, takes away what it had of the kernel, and deletes the folders. */
    @Override
    public void close() {
        shut();
        LeashedProcess.killAll(List.copyOf(running));
        try {
            List.copyOf(objects).forEach(LeasedObject::close);
        } finally {
            guard.close();
            registry.strike(mark);
        }
        List.copyOf(folders).forEach(LeasedFolder::close);
    }

    private void shut() {
        opening.writeLock().lock();
        try {
            closed = true;
        } finally {
            opening.writeLock().unlock();
        }
    }
}

package dev.assay.host.process;

import dev.assay.host.HostException;
import dev.assay.host.program.ChildEnvironment;
import dev.assay.model.unit.DurationText;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Supervises everything that this Assay process has started on this machine. Three mechanisms ensure that nothing is left
 * behind: closing kills what still runs; a reaper process kills it when this process dies; and a registry on disk lets the
 * next run finish what neither could.
 */
public final class ProcessSupervisor implements AutoCloseable {
    /** Suffices for workers to put clusters of others in order; less than a later run waits for a reaper. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private static final Duration LOG_CHECK = Duration.ofSeconds(10);

    private final LeaseRegistry registry;
    private final OwnerLock lock;
    private final Path mark;
    private final Reaper reaper;
    private final Set<SupervisedProcess> running = ConcurrentHashMap.newKeySet();
    private final Deque<LeasedResource> resources = new ConcurrentLinkedDeque<>();
    private final Set<LeasedFolder> folders = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService logLimit = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log-limit").factory());
    private final ReadWriteLock opening = new ReentrantReadWriteLock();
    private @Nullable LeasedFolder temporary;
    private boolean closed;

    private ProcessSupervisor(LeaseRegistry registry, OwnerLock lock, Duration grace) {
        this.registry = registry;
        this.lock = lock;
        this.mark = registry.newMark();
        this.reaper = new Reaper(mark, grace);
        Future<?> _ = logLimit.scheduleWithFixedDelay(
                () -> running.forEach(process -> BoundedLog.shorten(process.log(), BoundedLog.SERVER_BYTES)),
                LOG_CHECK.toSeconds(),
                LOG_CHECK.toSeconds(),
                TimeUnit.SECONDS);
    }

    /** @param leases an existing folder, which holds the registry */
    public static ProcessSupervisor open(Path leases) {
        return open(leases, GRACE);
    }

    /** @param grace how long processes that talk to this one may outlive it when it is killed */
    static ProcessSupervisor open(Path leases, Duration grace) {
        ProcessSupervisor supervisor = new ProcessSupervisor(new LeaseRegistry(leases), OwnerLock.hold(leases), grace);
        try {
            supervisor.registerReaper();
        } catch (HostException e) {
            supervisor.close();
            throw e;
        }
        return supervisor;
    }

    private void registerReaper() {
        ProcessIdentity identity = ProcessIdentity.of(reaper.pid())
                .orElseThrow(() -> new HostException(
                        "The shell that cleans up after Assay exited immediately. Does /bin/sh work here?", null));
        registry.addReaper(mark, identity);
    }

    /**
     * Kills the processes and deletes the folders that Assay processes left behind when they died. Waits for their reapers
     * to finish first.
     *
     * @return one line for people about each thing done, empty when there was nothing to do
     */
    public List<String> cleanUp() {
        return new OrphanCleanup(registry, owner -> true).run();
    }

    /**
     * Cleans up only what one owner left.
     *
     * @param owner which is gone; nothing is done while it runs
     * @param leases the folder of its registry
     */
    public static List<String> cleanUpAfter(ProcessIdentity owner, Path leases) {
        return new OrphanCleanup(new LeaseRegistry(leases), owner::equals).run();
    }

    /**
     * Starts a process in a session of its own.
     *
     * @throws HostException when it cannot be started
     */
    public SupervisedProcess start(ProcessSpec spec) {
        return whileOpen("start " + spec.name(), () -> startNow(spec));
    }

    /**
     * Runs a program to its end.
     *
     * @throws HostException with the end of its log, when it can't be started, fails, or takes longer than the limit; it is killed
     * then, with all of its process group
     */
    public void run(ProcessSpec spec, Duration limit) {
        SupervisedProcess program = start(spec);
        boolean inTime = program.await(limit);
        boolean interrupted = Thread.interrupted();
        if (!inTime) {
            program.kill();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        ProcessExit exit = program.exit().join();
        if (!inTime || exit.code() != 0) {
            String reason = inTime || interrupted
                    ? "failed (" + exit.reason() + ")"
                    : "has not ended within " + DurationText.format(limit) + " and was killed";
            throw new HostException(
                    "%s %s. The end of %s:%n%s"
                            .formatted(
                                    spec.name(),
                                    reason,
                                    spec.log(),
                                    exit.logTail().indent(2).stripTrailing()),
                    null);
        }
    }

    private SupervisedProcess startNow(ProcessSpec spec) {
        try {
            Files.createDirectories(spec.log().toAbsolutePath().getParent());
            return admit(spec, gate(spec));
        } catch (IOException e) {
            throw new HostException(
                    "Cannot start " + spec.name() + " (" + spec.command().getFirst() + "): " + e, e);
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
        Path entry = registry.add(name, absolute);
        try {
            MarkedFolders.create(absolute);
        } catch (IOException e) {
            registry.remove(entry);
            throw new HostException("Cannot create " + absolute + " for " + name + ": " + e, e);
        }
        LeasedFolder leased = new LeasedFolder(registry, entry, absolute, folders::remove);
        folders.add(leased);
        return leased;
    }

    /** Returns a folder for whatever the processes of this supervisor unpack; deleted when this Assay process ends. */
    public synchronized Path temporaryFiles() {
        if (temporary == null) {
            temporary = folder("temporary files", registry.newFolder());
        }
        return temporary.path();
    }

    /**
     * Registers a kernel resource before it is created, so that it is removed when this Assay process ends.
     *
     * @param target its name or folder, in one line
     * @throws HostException when there is one of that name already, which is left alone
     */
    public LeasedResource object(KernelResource kind, String target) {
        if (target.isBlank() || target.lines().count() != 1) {
            throw new IllegalArgumentException("target of a " + kind + " must be one line, but is '" + target + "'");
        }
        return whileOpen("make " + target, () -> resourceNow(new Lease.HeldResource(kind, target)));
    }

    private LeasedResource resourceNow(Lease.HeldResource resource) {
        if (resource.kind().isTaken(resource.target())) {
            throw new HostException(
                    "There is a " + resource.kind() + " " + resource.target()
                            + " already, which Assay did not create, so it is left alone. Run again; if it is still there, remove it.",
                    null);
        }
        Path entry = registry.add(resource);
        reaper.watch(resource);
        LeasedResource leased = new LeasedResource(resource, gone -> {
            resources.remove(gone);
            registry.remove(entry);
            if (reaper.isAlive()) {
                reaper.unwatch(resource);
            }
        });
        resources.push(leased);
        return leased;
    }

    /** Refuses to create anything once the supervisor closes, and makes its closing wait, so that nothing is left behind. */
    private <T> T whileOpen(String action, Supplier<T> making) {
        opening.readLock().lock();
        try {
            if (closed) {
                throw new HostException("Cannot " + action + ": Assay is ending.", null);
            }
            return making.get();
        } finally {
            opening.readLock().unlock();
        }
    }

    private static Process gate(ProcessSpec spec) throws IOException {
        String script = spec.streams().tied() ? SessionScript.TIED_SCRIPT : SessionScript.GATED_SCRIPT;
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(spec.command());
        ProcessBuilder builder =
                ChildEnvironment.builder(command).directory(spec.workFolder().toFile());
        Redirect log = Redirect.appendTo(spec.log().toFile());
        switch (spec.streams()) {
            case LOGGED -> builder.redirectErrorStream(true).redirectOutput(log);
            case BOUNDED -> builder.redirectErrorStream(true);
            case TALKING -> builder.redirectError(log);
            case DISTANT -> {
                // Both of its streams are pipes.
            }
            case TERMINAL -> builder.redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT);
        }
        builder.environment().putAll(spec.environment());
        return builder.start();
    }

    private SupervisedProcess admit(ProcessSpec spec, Process gate) throws IOException {
        try {
            if (spec.streams().tied()) {
                reaper.watchLast(gate.pid());
            } else {
                reaper.watch(gate.pid());
            }
            SupervisedProcess supervised = register(spec, gate);
            OutputStream input = gate.getOutputStream();
            input.write("go\n".getBytes(StandardCharsets.US_ASCII));
            input.flush();
            if (!spec.streams().tied()) {
                input.close();
            }
            return supervised;
        } catch (HostException | IOException e) {
            gate.destroyForcibly();
            throw e;
        }
    }

    private SupervisedProcess register(ProcessSpec spec, Process gate) {
        Path entry = ProcessIdentity.of(gate.pid())
                .map(identity -> registry.add(spec.name(), identity))
                .orElseThrow(() -> new HostException(
                        spec.name() + " exited before it started: " + LogTail.of(spec.log(), 5), null));
        SupervisedProcess supervised = new SupervisedProcess(spec, gate, () -> {
            registry.remove(entry);
            if (reaper.isAlive()) {
                reaper.unwatch(gate.pid());
            }
        });
        running.add(supervised);
        supervised.onExit(exit -> running.remove(supervised));
        return supervised;
    }

    /** Kills whatever still runs, removes what it had of the kernel, and deletes the folders. */
    @Override
    public void close() {
        shut();
        SupervisedProcess.killAll(List.copyOf(running));
        logLimit.close();
        try {
            List.copyOf(resources).forEach(LeasedResource::close);
        } finally {
            reaper.close();
            registry.remove(mark);
        }
        List.copyOf(folders).forEach(LeasedFolder::close);
        lock.close();
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

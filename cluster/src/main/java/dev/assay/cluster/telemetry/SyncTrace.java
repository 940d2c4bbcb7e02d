package dev.assay.cluster.telemetry;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.telemetry.SyncEvents.Syncs;
import dev.assay.host.HostException;
import dev.assay.host.process.KernelResource;
import dev.assay.host.process.LeasedFolder;
import dev.assay.host.process.LeasedResource;
import dev.assay.host.process.ProcessIdentity;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the sync calls of processes with a tracing instance of its own, which no other user of the kernel's tracing sees; see the kernel's
 * documentation of ftrace. While it is open each system call on the machine costs some 10 ns more.
 */
final class SyncTrace implements AutoCloseable {
    private static final List<Path> USUAL =
            List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));
    private static final String BUFFER_KIB = "1024";

    /** The beginning of the folder of a server's log about its cluster, which it syncs without any message, too. */
    private static final String METADATA_LOG = "/__cluster_metadata-";

    private final Deque<AutoCloseable> held = new ArrayDeque<>();
    private final Set<Long> onMetadata = new HashSet<>();
    private @Nullable TracePipe pipe;
    private long lost;

    private SyncTrace() {}

    /** @throws IOException when this kernel or this user's rights do not allow it */
    static SyncTrace open(ProcessSupervisor supervisor, AssayCache cache) throws IOException {
        if (!Program.isRoot()) {
            throw new IOException("trace events need root, but this user is not root");
        }
        // In another PID namespace threads would be mistaken for those with their numbers here.
        if (!ProcessIdentity.isInInitialNamespace()) {
            throw new IOException(
                    "trace events number threads as in the initial PID namespace, but this process is in another, such as a container's");
        }
        SyncTrace trace = new SyncTrace();
        try {
            trace.begin(supervisor, cache);
            return trace;
        } catch (IOException | HostException e) {
            trace.close();
            throw new IOException(e.getMessage(), e);
        }
    }

    private void begin(ProcessSupervisor supervisor, AssayCache cache) throws IOException {
        Path root = tracefs(supervisor, cache);
        String name = "assay-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
        Path instance = root.resolve("instances").resolve(name);
        LeasedResource lease = supervisor.object(KernelResource.TRACE_INSTANCE, instance.toString());
        held.push(lease);
        Files.createDirectory(instance);
        Files.writeString(instance.resolve("buffer_size_kb"), BUFFER_KIB);
        TracePipe opened = new TracePipe(instance.resolve("trace_pipe"));
        held.push(opened);
        for (String call : SyncEvents.CALLS) {
            Files.writeString(instance.resolve("events/syscalls/sys_enter_" + call + "/enable"), "1");
        }
        pipe = opened;
    }

    /** Returns the mount of the kernel's tracing, after mounting it where there is none. */
    private Path tracefs(ProcessSupervisor supervisor, AssayCache cache) {
        for (Path usual : USUAL) {
            if (Files.isDirectory(usual.resolve("instances"))) {
                return usual;
            }
        }
        LeasedFolder folder = supervisor.folder(
                "the kernel's tracing",
                cache.clusters()
                        .resolve("tracing-" + ProcessHandle.current().pid() + "-"
                                + Long.toHexString(System.nanoTime())));
        held.push(folder);
        held.push(supervisor.object(KernelResource.MOUNT, folder.path().toString()));
        Program.run("mount", "-t", "tracefs", "assay-tracing", folder.path().toString());
        return folder.path();
    }

    /** Returns the calls since the previous call of this method, by the number of the process. */
    Map<Long, Syncs> next() throws IOException {
        TracePipe open = pipe;
        if (open == null) {
            return Map.of();
        }
        SyncEvents events = SyncEvents.parse(open.next(), onMetadata, SyncTrace::isMetadata);
        lost += events.lost();
        Map<Long, Syncs> calls = new HashMap<>();
        events.byThread().forEach((thread, syncs) -> calls.merge(process(thread), syncs, Syncs::plus));
        return calls;
    }

    private static boolean isMetadata(long thread, int descriptor) {
        try {
            Path file = Files.readSymbolicLink(Path.of("/proc/" + thread + "/fd/" + descriptor));
            return file.toString().contains(METADATA_LOG);
        } catch (IOException closed) {
            return false;
        }
    }

    /** Returns the number of events that the kernel had no room to keep, so that counts are too low. */
    long lost() {
        return lost;
    }

    /** Returns the process of a thread; 0 when the thread is gone. */
    private static long process(long thread) {
        try {
            return Files.readString(Path.of("/proc/" + thread + "/status"))
                    .lines()
                    .filter(line -> line.startsWith("Tgid:"))
                    .mapToLong(line ->
                            Long.parseLong(line.substring("Tgid:".length()).strip()))
                    .findFirst()
                    .orElse(0);
        } catch (IOException gone) {
            return 0;
        }
    }

    @Override
    public void close() throws IOException {
        while (!held.isEmpty()) {
            try {
                held.pop().close();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }
}

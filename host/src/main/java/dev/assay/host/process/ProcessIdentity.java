package dev.assay.host.process;

import dev.assay.host.HostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one process for all time: its number, which the kernel gives out again, and when it began, which it does not.
 * Each PID namespace gives out numbers of its own.
 *
 * @param begun boot and clock tick of the start where the kernel tells, otherwise the instant of the start
 * @param namespace that gave the number, by the kernel's own number of it; empty where it is not noted
 */
public record ProcessIdentity(long pid, String begun, String namespace) {
    private static final String BOOT = bootId();
    private static final String NAMESPACE = pidNamespace();
    /** Is PROC_PID_INIT_INO of the kernel's include/linux/proc_ns.h. */
    private static final String INITIAL_NAMESPACE = Long.toString(0xEFFFFFFCL);

    enum Origin {
        /** The number was given in the PID namespace that this process is in. */
        HERE,
        /** The number was given in another PID namespace of this machine. */
        ANOTHER_NAMESPACE,
        /** The number was given before this machine was started, or on another machine. */
        ANOTHER_BOOT,
        /** The origin was not noted, as by earlier versions. */
        UNKNOWN
    }

    /**
     * Returns the process of this number that runs now; empty when there is none, or only its unburied remains. While a process is
     * being killed its first thread may be dead before the others, which may still write: it runs until all are.
     */
    public static Optional<ProcessIdentity> of(long pid) {
        if (!BOOT.isEmpty()) {
            String stat = stat(pid);
            String ticks = stat == null ? null : ticks(stat);
            return ticks == null
                    ? Optional.empty()
                    : Optional.of(new ProcessIdentity(pid, BOOT + "/" + ticks, NAMESPACE));
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(handle -> handle.info().startInstant())
                .map(start -> new ProcessIdentity(pid, start.toString(), NAMESPACE));
    }

    /** @throws HostException when /proc is that of another PID namespace, so that numbers mean others */
    public static ProcessIdentity self() {
        long pid = ProcessHandle.current().pid();
        requireOwnProc(pid);
        return of(pid).orElseThrow(() -> new IllegalStateException("process " + pid + " cannot see itself"));
    }

    public boolean isAlive() {
        ProcessIdentity now = of(pid).orElse(null);
        return now != null && now.begun.equals(begun) && (namespace.isEmpty() || now.namespace.equals(namespace));
    }

    /** Returns a handle to this process; empty when it has ended, whoever has its number now. */
    public Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid).filter(_ -> isAlive());
    }

    /** Tells whether this is the initial PID namespace, whose process numbers the kernel itself uses, and not that of a container. */
    public static boolean isInInitialNamespace() {
        return NAMESPACE.equals(INITIAL_NAMESPACE);
    }

    private static void requireOwnProc(long pid) {
        Path self = Path.of("/proc/self");
        try {
            if (Files.isSymbolicLink(self)
                    && !Files.readSymbolicLink(self).toString().equals(Long.toString(pid))) {
                throw new HostException(
                        "This is process " + pid + ", but /proc calls it " + Files.readSymbolicLink(self)
                                + ": /proc shows another PID namespace. Mount the right one (unshare --mount-proc).",
                        null);
            }
        } catch (IOException e) {
            throw new HostException("Cannot read " + self + ": " + e, e);
        }
    }

    Origin origin() {
        if (BOOT.isEmpty()) {
            return Origin.HERE;
        }
        if (!begun.startsWith(BOOT + "/")) {
            return Origin.ANOTHER_BOOT;
        }
        if (namespace.isEmpty()) {
            return Origin.UNKNOWN;
        }
        return namespace.equals(NAMESPACE) ? Origin.HERE : Origin.ANOTHER_NAMESPACE;
    }

    private static @Nullable String stat(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat"));
        } catch (IOException vanished) {
            return null;
        }
    }

    /**
     * Returns when a process began, from proc_pid_stat(5); null when it is dead. Fields 3, 20 and 22, counted after the
     * command name, which may hold spaces and parentheses, are its state, its number of threads and its start.
     */
    static @Nullable String ticks(String stat) {
        String[] field = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        boolean remains = field[0].equals("Z") || field[0].equals("X");
        boolean othersRun = Integer.parseInt(field[17]) > 1;
        return remains && !othersRun ? null : field[19];
    }

    /** Returns a number as in {@code pid:[4026531836]}; see namespaces(7). */
    private static String pidNamespace() {
        Path link = Path.of("/proc/self/ns/pid");
        try {
            return Files.isSymbolicLink(link)
                    ? Files.readSymbolicLink(link).toString().replaceAll("\\D", "")
                    : "none";
        } catch (IOException e) {
            return "none";
        }
    }

    private static String bootId() {
        Path file = Path.of("/proc/sys/kernel/random/boot_id");
        try {
            return Files.isReadable(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }
}

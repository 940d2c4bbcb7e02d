package dev.assay.host.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One process for all time: its number, which the kernel gives out again, and when it began, which it does not.
 *
 * @param begun boot and clock tick of the start where the kernel tells, otherwise the instant of the start
 */
public record ProcessIdentity(long pid, String begun) {
    private static final String BOOT = bootId();

    /**
     * The process of this number that runs now; empty when there is none, or only its unburied remains. While a process is
     * being killed its first thread may be dead before the others, which may still write: it runs until all are.
     */
    public static Optional<ProcessIdentity> of(long pid) {
        if (!BOOT.isEmpty()) {
            return stat(pid).flatMap(ProcessIdentity::ticks).map(ticks -> new ProcessIdentity(pid, BOOT + "/" + ticks));
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(handle -> handle.info().startInstant())
                .map(start -> new ProcessIdentity(pid, start.toString()));
    }

    /** This process. */
    public static ProcessIdentity self() {
        long pid = ProcessHandle.current().pid();
        return of(pid).orElseThrow(() -> new IllegalStateException("process " + pid + " cannot see itself"));
    }

    /** Whether this very process still runs. */
    public boolean isAlive() {
        return of(pid).filter(this::equals).isPresent();
    }

    private static Optional<String> stat(long pid) {
        try {
            return Optional.of(Files.readString(Path.of("/proc/" + pid + "/stat")));
        } catch (IOException vanished) {
            return Optional.empty();
        }
    }

    /**
     * When a process began, of what proc_pid_stat(5) says; empty when it is dead. Fields 3, 20 and 22, counted after the
     * command name, which may hold spaces and parentheses, are its state, its number of threads and its begin.
     */
    static Optional<String> ticks(String stat) {
        String[] field = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        boolean remains = field[0].equals("Z") || field[0].equals("X");
        boolean othersRun = Integer.parseInt(field[17]) > 1;
        return remains && !othersRun ? Optional.empty() : Optional.of(field[19]);
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

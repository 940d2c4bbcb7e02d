package dev.assay.host.process;

import dev.assay.host.HostException;
import dev.assay.host.program.ChildEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Is sent to a whole process group, so that children get it too. */
public enum Signal {
    TERM,
    /** Ends the process at once, whatever state it is in. */
    KILL,
    STOP,
    CONT;

    /** Uses the shell's own {@code kill}, so that no other program need be installed. */
    private static final String SCRIPT = """
            signal=$1
            shift
            for process; do
              kill -s "$signal" -- "-$process" 2>/dev/null || kill -s "$signal" "$process" 2>/dev/null
            done
            """;

    /** Sends this signal to the process groups that these processes lead. One that is gone already is no error. */
    void send(Collection<Long> leaders) {
        if (leaders.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh", name()));
        leaders.forEach(pid -> command.add(Long.toString(pid)));
        try {
            Process shell = ChildEnvironment.builder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!shell.waitFor(1, TimeUnit.MINUTES)) {
                shell.destroyForcibly();
                throw new HostException("Sending " + this + " to " + leaders + " took over a minute.", null);
            }
            if (this == STOP) {
                awaitStopped(leaders);
            }
        } catch (IOException e) {
            throw new HostException("Cannot run /bin/sh to send " + this + " to " + leaders + ": " + e, e);
        } catch (InterruptedException e) {
            // The shell has received all it needs and ends by itself.
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits until no thread of these processes runs: the kernel stops a process when one of its threads takes the signal, which
     * on a busy machine may be a while after it was sent.
     */
    private static void awaitStopped(Collection<Long> leaders) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        for (long leader : leaders) {
            while (!isStopped(leader)) {
                if (System.nanoTime() > deadline) {
                    throw new HostException("Process " + leader + " has not stopped within a minute.", null);
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** Tells whether each of its threads is stopped or has ended; a process that is gone counts as stopped. */
    private static boolean isStopped(long process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process), "task"))) {
            return threads.allMatch(Signal::isStopped);
        } catch (NoSuchFileException gone) {
            return true;
        } catch (UncheckedIOException ending) {
            return false; // The next look finds it gone.
        } catch (IOException e) {
            throw new HostException("Cannot see whether process " + process + " has stopped: " + e, e);
        }
    }

    /** Reads proc_pid_stat(5): the state follows the name in parentheses, which may hold anything. */
    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return "TtZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException gone) {
            return true; // It has ended since the threads were listed.
        }
    }
}

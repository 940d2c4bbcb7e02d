package dev.assay.e2e;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.ProcessSupervisor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds processes of this machine in /proc. */
final class Processes {
    private Processes() {}

    /** Holds a process with its command line, words separated by spaces, and the folder that it was started in. */
    record Seen(long pid, String command, String folder) {
        boolean concerns(Path path) {
            return command.contains(path.toString()) || folder.startsWith(path.toString());
        }
    }

    /** Returns the processes whose command line contains the folder, or that work in it. */
    static List<Seen> of(Path folder) {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry -> entry.getFileName().toString().matches("[0-9]+"))
                    .flatMap(Processes::see)
                    .filter(seen -> seen.concerns(folder))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("cannot list /proc", e);
        }
    }

    /** Returns the only process of the folder with this text on its command line. */
    static long only(Path folder, String text) {
        return several(folder, text, 1).getFirst();
    }

    /** Returns exactly {@code count} processes of the folder with this text on their command line. */
    static List<Long> several(Path folder, String text, int count) {
        List<Long> found = of(folder).stream()
                .filter(seen -> seen.command().contains(text))
                .map(Seen::pid)
                .toList();
        if (found.size() != count) {
            throw new AssertionError(found.size() + " processes of " + folder + " have '" + text + "': " + of(folder));
        }
        return found;
    }

    private static Stream<Seen> see(Path entry) {
        try {
            String command = new String(Files.readAllBytes(entry.resolve("cmdline")), StandardCharsets.UTF_8);
            String folder = Files.readSymbolicLink(entry.resolve("cwd")).toString();
            long pid = Long.parseLong(entry.getFileName().toString());
            return Stream.of(new Seen(pid, command.replace('\0', ' '), folder));
        } catch (IOException endedMeanwhile) {
            return Stream.empty();
        }
    }

    /** Kills the folder's processes: a failed test may leave a run with a load of minutes. */
    static void killAll(Path folder) {
        of(folder).forEach(seen -> ProcessHandle.of(seen.pid()).ifPresent(ProcessHandle::destroyForcibly));
    }

    /**
     * Kills the folder's processes, and removes what the kernel still holds for them, such as mounts and loop devices, while the folder
     * still has the notes of them.
     */
    static void endAll(Path folder) throws Exception {
        killAll(folder);
        Until.holds(
                "what was killed is gone",
                Duration.ofMinutes(1),
                () -> of(folder).isEmpty());
        Path leases = new AssayCache(folder.resolve("cache")).leases();
        if (Files.isDirectory(leases)) {
            try (ProcessSupervisor next = ProcessSupervisor.open(leases)) {
                next.cleanUp();
            }
        }
    }

    static void signal(long pid, String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s " + signal + " " + pid)
                .inheritIO()
                .start();
        if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new AssertionError("could not send " + signal + " to process " + pid);
        }
    }
}

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

/** Processes of this machine, as /proc tells of them. */
final class Processes {
    private Processes() {}

    /** A process with its command line, words separated by spaces, and the folder that it was started in. */
    record Seen(long pid, String command, String folder) {
        boolean concerns(Path path) {
            return command.contains(path.toString()) || folder.startsWith(path.toString());
        }
    }

    /** Those that mention the folder on their command line, or work in it. */
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

    /** The one process that concerns the folder and has this text on its command line. */
    static long only(Path folder, String text) {
        return several(folder, text, 1).getFirst();
    }

    /** The processes, so many, that concern the folder and have this text on their command line. */
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

    /** Kills what concerns the folder: a test that fails may leave a run under a load of minutes. */
    static void killAll(Path folder) {
        of(folder).forEach(seen -> ProcessHandle.of(seen.pid()).ifPresent(ProcessHandle::destroyForcibly));
    }

    /**
     * Kills what concerns the folder, and takes back what the kernel still holds for it, such as mounts and loop devices: with the
     * folder, the notes of them would go.
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

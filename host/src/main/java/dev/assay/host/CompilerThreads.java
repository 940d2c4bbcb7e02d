package dev.assay.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the just-in-time compilers of a JVM take: while they work, the code that is measured is not yet the code that will run. Read
 * from {@code /proc/PID/task}; used by one thread.
 */
public final class CompilerThreads {
    /** Where the kernel shows processes. */
    private static final Path PROC = Path.of("/proc");

    private final Path tasks;
    /** By thread; compilers start and end threads as their queues grow and shrink. */
    private Map<String, Taken> before = new HashMap<>();

    private boolean sampled;

    /**
     * What threads took.
     *
     * @param runNanos on a processor
     * @param waitNanos ready to run, and without one
     */
    public record Taken(long runNanos, long waitNanos) {}

    /** Of the process with that number. */
    public CompilerThreads(long pid) {
        this(PROC.resolve(Long.toString(pid)).resolve("task"));
    }

    CompilerThreads(Path tasks) {
        this.tasks = tasks;
    }

    /** What they took since the last call; null at the first, and where the process has no such threads or can't be read. */
    public @Nullable Taken sample() {
        Map<String, Taken> now = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                Taken taken = read(thread);
                if (taken != null) {
                    now.put(thread.getFileName().toString(), taken);
                }
            }
        } catch (IOException e) {
            return null; // gone, or another user's: the value is documented as missing then
        }
        long run = 0;
        long wait = 0;
        for (Map.Entry<String, Taken> thread : now.entrySet()) {
            Taken last = before.getOrDefault(thread.getKey(), new Taken(0, 0));
            run += Math.max(0, thread.getValue().runNanos - last.runNanos);
            wait += Math.max(0, thread.getValue().waitNanos - last.waitNanos);
        }
        boolean first = !sampled;
        sampled = true;
        before = now;
        return first || now.isEmpty() ? null : new Taken(run, wait);
    }

    /** Null of another thread, and of one that has just ended. */
    private static @Nullable Taken read(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            // The kernel keeps fifteen characters of "C2 CompilerThread0".
            if (!name.startsWith("C1 CompilerThre") && !name.startsWith("C2 CompilerThre")) {
                return null;
            }
            String[] fields =
                    Files.readString(thread.resolve("schedstat")).strip().split(" ", -1);
            return new Taken(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
        } catch (IOException e) {
            return null;
        }
    }
}

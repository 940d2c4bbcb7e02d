package dev.assay.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Samples the processor time of a JVM's just-in-time compilers: while they work, the measured code is not yet the code that
 * will run. Read from {@code /proc/PID/task}; used by one thread.
 */
public final class CompilerThreads {
    private static final Path PROC = Path.of("/proc");

    private final Path tasks;
    /** Is keyed by thread; compilers start and end threads as their queues grow and shrink. */
    private Map<String, ThreadTime> lastByThread = new HashMap<>();

    /**
     * Holds other threads of the last look; a thread names itself a moment after it has begun, so only a second look tells it
     * from a compiler.
     */
    private Set<String> otherThreads = new HashSet<>();

    private Set<String> confirmedOtherThreads = new HashSet<>();
    private boolean sampled;

    /**
     * @param runNanos on a processor
     * @param waitNanos ready to run, and without one
     */
    public record ThreadTime(long runNanos, long waitNanos) {}

    public CompilerThreads(long pid) {
        this(PROC.resolve(Long.toString(pid)).resolve("task"));
    }

    CompilerThreads(Path tasks) {
        this.tasks = tasks;
    }

    /**
     * Returns what the compilers took since the last call, zero where the process has none; null at the first call, and where it
     * can't be read.
     */
    public @Nullable ThreadTime sample() {
        Map<String, ThreadTime> now = new HashMap<>();
        Set<String> othersNow = new HashSet<>();
        Set<String> forGoodNow = new HashSet<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                String number = thread.getFileName().toString();
                ThreadTime taken = confirmedOtherThreads.contains(number) ? null : read(thread);
                if (taken != null) {
                    now.put(number, taken);
                } else if (otherThreads.contains(number)) {
                    forGoodNow.add(number);
                }
                othersNow.add(number);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return null; // The process has gone or is another user's; null stands for that.
        }
        othersNow.removeAll(now.keySet());
        otherThreads = othersNow;
        confirmedOtherThreads = forGoodNow;
        long run = 0;
        long wait = 0;
        for (Map.Entry<String, ThreadTime> thread : now.entrySet()) {
            ThreadTime last = lastByThread.getOrDefault(thread.getKey(), new ThreadTime(0, 0));
            run += Math.max(0, thread.getValue().runNanos - last.runNanos);
            wait += Math.max(0, thread.getValue().waitNanos - last.waitNanos);
        }
        boolean first = !sampled;
        sampled = true;
        lastByThread = now;
        return first ? null : new ThreadTime(run, wait);
    }

    /** Returns null for another thread, and for one that has just ended. */
    private static @Nullable ThreadTime read(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            // The kernel keeps fifteen characters of "C2 CompilerThread0".
            if (!name.startsWith("C1 CompilerThre") && !name.startsWith("C2 CompilerThre")) {
                return null;
            }
            String[] fields =
                    Files.readString(thread.resolve("schedstat")).strip().split(" ", -1);
            return new ThreadTime(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
        } catch (IOException e) {
            return null;
        }
    }
}

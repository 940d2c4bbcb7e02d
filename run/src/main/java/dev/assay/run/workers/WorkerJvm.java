package dev.assay.run.workers;

import java.util.ArrayList;
import java.util.List;

/** Knows the JVM flags of local workers, chosen for two to four cores. */
public final class WorkerJvm {
    /** The heap of a worker that no plan is known for, and the least that one may grow to. */
    static final long DEFAULT_HEAP_BYTES = 384L << 20;

    /**
     * ZGC, because a pause of the worker counts as latency of the system: docs/PERFORMANCE.md compares collectors at two loads.
     *
     * <p>The heap that a plan needs is allocated at the start: growth bit by bit would look like a leak, and would cost page faults while
     * messages are measured. A small one may grow beyond it, where the plan's estimate was wrong, before a thread has to wait for memory.
     * Memory that the compiler has used and freed goes back to the system every 10 s; else glibc keeps several MiB of it after each large
     * compilation. A worker out of memory ends, so that it is noticed.
     */
    private static final List<String> FLAGS = List.of(
            "-XX:+UseZGC",
            "-XX:+AlwaysPreTouch",
            "-XX:TrimNativeHeapInterval=10000",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** The exit code of a JVM with {@code ExitOnOutOfMemoryError}; a worker has no such exit code of its own. */
    static final int OUT_OF_MEMORY = 3;

    private WorkerJvm() {}

    /**
     * Returns whether this build itself starts workers with that flag: of the flags in somebody's lock, only such are used. A JVM's
     * flags load agents, run programs and write files.
     */
    public static boolean isListed(String flag) {
        return FLAGS.contains(flag);
    }

    /** Returns the flags of any worker: all but the sizes of its heap, which follow the load. */
    public static List<String> common() {
        return FLAGS;
    }

    public static List<String> flags(long heapBytes) {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.add("-Xms" + heapBytes);
        flags.add("-Xmx" + heapBytes);
        return List.copyOf(flags);
    }

    /** Returns the flags of a worker whose heap may grow to {@link #largest}. */
    static List<String> growing(long heapBytes) {
        List<String> flags = new ArrayList<>(flags(largest(heapBytes)));
        if (heapBytes < largest(heapBytes)) {
            flags.addAll(List.of("-Xms" + heapBytes, "-XX:SoftMaxHeapSize=" + heapBytes));
        }
        return List.copyOf(flags);
    }

    static long largest(long heapBytes) {
        return Math.max(heapBytes, DEFAULT_HEAP_BYTES);
    }
}

package dev.assay.run.workers;

import java.util.ArrayList;
import java.util.List;

/** Knows the JVM flags of local workers, chosen for two to four cores and, with a small load, less than 600 MiB resident. */
public final class WorkerJvm {
    /** The heap of a small load. */
    static final long MIN_HEAP_BYTES = 384L << 20;

    /**
     * ZGC, because a pause of the worker counts as latency of the system: with 150 MB/s of allocations and 40 MB live on four crowded
     * cores, a thread that sleeps 1 ms overslept by 2.8 ms at p99, with G1 by 4.2 ms and with the serial collector by 12 ms, at the same
     * 0.07 to 0.09 cores; resident memory was 367, 201 and 261 MB (one run of 20 s each, with other work on the machine: the order counts,
     * not the values).
     *
     * <p>The heap of a small load is as large as the 600 MiB allow. On a cluster of brokers on this machine that is loaded as fast as
     * possible, a worker of 320 MiB collected nearly twice as often as one of 400 MiB, and at times without a rest: the collector has one
     * thread, and the brokers want the processor too.
     *
     * <p>The heap is allocated whole at the start: growth bit by bit would look like a leak, and would cost page faults while messages are
     * measured. Memory that the compiler has used and freed goes back to the system every 10 s; else glibc keeps several MiB of it after
     * each large compilation. A worker out of memory ends, so that it is noticed.
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

    public static List<String> flags() {
        return flags(MIN_HEAP_BYTES);
    }

    public static List<String> flags(long heapBytes) {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.add("-Xms" + heapBytes);
        flags.add("-Xmx" + heapBytes);
        return List.copyOf(flags);
    }
}

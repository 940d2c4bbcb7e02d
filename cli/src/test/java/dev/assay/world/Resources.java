package dev.assay.world;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Counts what runs have to give back.
 *
 * @param files that this process has open; 0 where it does not tell
 * @param bytes that live on the heap
 * @param threads of the platform
 * @param processes that this one has started
 */
record Resources(long files, long bytes, long threads, long processes) {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** Libraries open and start some on first use. */
    private static final long MORE_FILES = 16;

    private static final long MORE_THREADS = 16;
    private static final long MORE_BYTES = 64 << 20;
    private static final long END_SECONDS = 20;

    /** The serial collector moves everything together every fourth time, and otherwise leaves some garbage. */
    private static final int COLLECTIONS = 4;

    /** Counts after a collection of the garbage, and once the processes have ended that are about to. */
    static Resources now() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int collection = 0; collection < COLLECTIONS; collection++) {
            memory.gc();
        }
        return new Resources(
                openFiles(),
                memory.getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ProcessHandle.current()
                        .children()
                        .filter(child -> !hasEnded(child))
                        .count());
    }

    private static long openFiles() {
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.count();
        } catch (IOException e) {
            return 0; // This is not Linux.
        }
    }

    private static boolean hasEnded(ProcessHandle process) {
        return process.onExit()
                .thenApply(ended -> true)
                .completeOnTimeout(false, END_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** Says what is kept that was not there before; empty where it is little, however many runs there were. */
    String keptSince(Resources before) {
        return files > before.files + MORE_FILES
                        || bytes > before.bytes + MORE_BYTES
                        || threads > before.threads + MORE_THREADS
                        || processes > before.processes
                ? "more and more is kept: " + before + ", and later " + this + System.lineSeparator()
                : "";
    }
}

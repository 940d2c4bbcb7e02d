package dev.assay.bench.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

public final class ThreadUsage {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private ThreadUsage() {}

    /** Returns the bytes that the thread of this name has allocated. */
    public static long allocatedBytes(String thread) {
        return THREADS.getThreadAllocatedBytes(id(thread));
    }

    private static long id(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .mapToLong(Thread::threadId)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no thread " + name));
    }
}

package dev.assay.worker.engine;

import dev.assay.model.result.AllocationStalls;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * Adds up how long threads of this process waited for memory. ZGC has no pauses worth mentioning; where it can't keep up,
 * single threads wait, and only an event of the flight recorder shows it. Each event comes when its wait has ended, with the
 * recorder's next flush, which is once a second.
 */
final class AllocationStallMeter implements AutoCloseable {
    private static final String STALL = "jdk.ZAllocationStall";

    private final AtomicReference<AllocationStalls> stalls = new AtomicReference<>(AllocationStalls.NONE);
    private final @Nullable RecordingStream events;

    /** Begins, where the collector is one whose threads wait; else there is nothing to record, and no recorder is started. */
    AllocationStallMeter() {
        events = usesZgc() ? begin() : null;
    }

    private static boolean usesZgc() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .anyMatch(bean -> bean.getName().startsWith("ZGC"));
    }

    private RecordingStream begin() {
        RecordingStream stream = new RecordingStream();
        stream.enable(STALL).withoutThreshold().withoutStackTrace();
        stream.onEvent(STALL, event -> {
            long nanos = event.getDuration().toNanos();
            stalls.updateAndGet(sum -> sum.plus(nanos));
        });
        // The thread of startAsync is no daemon, and would keep a failing process alive.
        Thread.ofPlatform().daemon().name("allocation-stalls").start(() -> follow(stream));
        return stream;
    }

    private static void follow(RecordingStream stream) {
        try {
            stream.start();
        } catch (IllegalStateException closed) {
            // The load was over before its stalls could be followed.
        }
    }

    AllocationStalls drain() {
        return stalls.getAndSet(AllocationStalls.NONE);
    }

    /** Returns when what was recorded by now has been added. Nothing is recorded afterwards. */
    void finish() {
        if (events == null) {
            return;
        }
        try {
            events.stop();
        } catch (IllegalStateException notStarted) {
            // The load was over before the recorder had started, so it has nothing.
        }
    }

    @Override
    public void close() {
        if (events != null) {
            events.close();
        }
    }
}

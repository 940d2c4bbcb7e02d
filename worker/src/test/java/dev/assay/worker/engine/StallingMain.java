package dev.assay.worker.engine;

import dev.assay.driver.LocalClock;
import dev.assay.model.result.AllocationStalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Allocates faster than a collector with a small heap can free, until it has stalled or has given up. */
final class StallingMain {
    private static final int KEPT = 160;
    private static final int BLOCK = 64 << 10;
    private static final int MAX_BLOCKS = 2_000_000;
    private static final AtomicLong SINK = new AtomicLong();

    private StallingMain() {}

    /** Prints how many stalls there were, their sum and the longest, in nanoseconds. */
    public static void main(String[] arguments) {
        ProcessSampler sampler = new ProcessSampler(LocalClock.SYSTEM);
        List<byte[]> blocks = new ArrayList<>();
        AllocationStalls stalls = AllocationStalls.NONE;
        for (int block = 0; block < MAX_BLOCKS && stalls.count() == 0; block++) {
            blocks.add(new byte[BLOCK]);
            if (blocks.size() > KEPT) {
                SINK.addAndGet(blocks.remove(block % KEPT).length);
            }
            if (block % 2_000 == 0) {
                stalls = sampler.sample().stalls();
            }
        }
        sampler.finish();
        AllocationStalls late = sampler.sample().stalls();
        AllocationStalls shown = stalls.count() > 0 ? stalls : late;
        System.out.println(shown.count() + " " + shown.totalNanos() + " " + shown.longestNanos());
        sampler.close();
    }
}

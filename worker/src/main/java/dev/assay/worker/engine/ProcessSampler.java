package dev.assay.worker.engine;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.driver.LocalClock;
import dev.assay.model.result.HarnessSample;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

final class ProcessSampler implements AutoCloseable {
    private static final Path STATUS = Path.of("/proc/self/status");

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    /** Excludes beans of concurrent collectors that report whole cycles, during which the program runs: those are no pauses. */
    private final List<GarbageCollectorMXBean> pausing = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(bean ->
                    !bean.getName().contains("Cycles") && !bean.getName().contains("Concurrent"))
            .toList();

    private final HiccupMeter hiccups;
    private final AllocationStallMeter stalls = new AllocationStallMeter();
    private long cpuNanos = system.getProcessCpuTime();
    private long gcMillis = gcMillisSoFar();
    private long gcCount = gcCountSoFar();

    ProcessSampler(LocalClock clock) {
        hiccups = new HiccupMeter(clock);
    }

    HarnessSample sample() {
        long cpu = system.getProcessCpuTime();
        long millis = gcMillisSoFar();
        long count = gcCountSoFar();
        HarnessSample sample = new HarnessSample(
                cpu - cpuNanos,
                TimeUnit.MILLISECONDS.toNanos(millis - gcMillis),
                count - gcCount,
                residentBytes(),
                stalls.drain(),
                hiccups.drain());
        cpuNanos = cpu;
        gcMillis = millis;
        gcCount = count;
        return sample;
    }

    private long gcMillisSoFar() {
        return pausing.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private long gcCountSoFar() {
        return pausing.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static long residentBytes() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // This is not Linux; 0 is documented as not known.
        }
    }

    /** Must be called once, before the last sample, which then has what is reported late. */
    void finish() {
        stalls.finish();
    }

    @Override
    public void close() {
        stalls.close();
        hiccups.close();
    }

    /**
     * Runs a thread that only sleeps 1 ms, again and again, and records how much longer it slept: what the machine does to every
     * thread of the worker. A long hiccup stands for all the sleeps that it swallowed (as in Gil Tene's jHiccup).
     */
    private static final class HiccupMeter implements AutoCloseable {
        private static final long SLEEP_NANOS = 1_000_000;
        private static final int SIGNIFICANT_DIGITS = 3;

        private final SingleWriterRecorder recorder = new SingleWriterRecorder(SIGNIFICANT_DIGITS);
        private final LocalClock clock;
        private final Thread thread;
        private volatile boolean closed;

        HiccupMeter(LocalClock clock) {
            this.clock = clock;
            thread = clock.start(Thread.ofPlatform().daemon().name("hiccup-meter"), this::run);
        }

        private void run() {
            long start = clock.nanoTime();
            while (!closed) {
                clock.park(SLEEP_NANOS);
                long now = clock.nanoTime();
                // A park may end early; that is no hiccup.
                recorder.recordValueWithExpectedInterval(Math.max(0, now - start - SLEEP_NANOS), SLEEP_NANOS);
                start = now;
            }
        }

        /** Returns the hiccups in nanoseconds since the last call. */
        Histogram drain() {
            return recorder.getIntervalHistogram();
        }

        @Override
        public void close() {
            closed = true;
            clock.unpark(thread);
        }
    }
}

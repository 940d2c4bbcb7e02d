package dev.assay.bench.loop;

import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.load.EngineLoad;
import dev.assay.bench.load.LoadSegment;
import dev.assay.bench.load.RelayDriver;
import dev.assay.bench.load.ThreadUsage;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.worker.engine.LoadSession;
import dev.assay.worker.engine.TrialClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Measures the bytes that the threads on the message path allocate; the messages are paced, so waiting is part of it. */
public final class AllocationSample {
    private static final int MESSAGE_BYTES = 100;
    private static final double RATE = 200_000;
    private static final String PRODUCER = "producer-0";

    private final int warmup;
    private final int seconds;

    private AllocationSample(int warmup, int seconds) {
        this.warmup = warmup;
        this.seconds = seconds;
    }

    /**
     * Prints bytes per message: {@code whole} where the producer's thread goes all the way, {@code sending} and {@code receiving} where
     * another thread delivers and acknowledges; and the number of {@code messages}.
     *
     * @param arguments seconds of warm-up, seconds
     */
    public static void main(String[] arguments) throws DriverException {
        AllocationSample reading = new AllocationSample(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        try (Driver memory = MemoryDrivers.immediate()) {
            reading.take(memory, Map.of("whole", PRODUCER));
        }
        try (RelayDriver relay = new RelayDriver(MESSAGE_BYTES)) {
            reading.take(relay, Map.of("sending", PRODUCER, "receiving", RelayDriver.THREAD));
        }
    }

    private void take(Driver driver, Map<String, String> threads) throws DriverException {
        EngineLoad load = new EngineLoad(1, MESSAGE_BYTES, RATE, Duration.ofSeconds(warmup + seconds + 1));
        TrialClock clock = TrialClock.monotonic(0);
        driver.createTopics(load.topics());
        try (LoadSession session = LoadSession.open(driver, load.assignment(), clock)) {
            session.start(clock.now());
            LoadSegment.watch(session, warmup);
            Map<String, Long> before = new HashMap<>();
            threads.forEach((statistic, thread) -> before.put(statistic, ThreadUsage.allocatedBytes(thread)));
            long messages = LoadSegment.watch(session, seconds).sent();
            threads.forEach((statistic, thread) -> {
                long bytes = ThreadUsage.allocatedBytes(thread) - before.getOrDefault(statistic, 0L);
                ChildJvm.tell(statistic, (double) bytes / messages);
            });
            ChildJvm.tell("messages", (double) messages);
        }
    }
}

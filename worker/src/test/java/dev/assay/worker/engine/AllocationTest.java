package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverException;
import dev.assay.worker.engine.EngineTrials.Load;
import dev.assay.worker.engine.EngineTrials.Shape;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the whole message path on its producer's thread: paced, stamped, sent, received, booked, acknowledged, recorded. */
@Tag("alone")
class AllocationTest {
    private static final int PENDING_SEND_BYTES = 48;

    /** The smallest object, 16 B, for one message in 160, takes a tenth of a byte more; sequence sets use their memory again. */
    private static final double MAX_BYTES = PENDING_SEND_BYTES + 0.1;

    private static final long WARM = 600_000;
    private static final long WINDOW = 500_000;

    /**
     * At most so many counts are taken, and the least is used: histograms grow, and the ledger takes more memory, when the machine
     * causes a latency longer than any before. What a message itself costs is in every count.
     */
    private static final int WINDOWS = 12;

    /** Two intervals are a tenth of a second apart. */
    private static final long STEP = 40_000;

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    @Test
    void aMessageAllocatesItsPendingSendAlone() throws DriverException {
        Assignment assignment =
                EngineTrials.assignment(new Shape(1, 3, 1, 2, 1), Load.constant(400_000, Duration.ofSeconds(30)));
        try (Driver driver = EngineTrials.memory("none", Duration.ZERO)) {
            driver.createTopics(EngineTrials.topics(assignment));
            try (LoadSession session = LoadSession.open(driver, assignment, TrialClock.monotonic(0))) {
                session.start(TrialClock.monotonic(0).now());
                awaitSent(session, WARM);
                double min = Double.MAX_VALUE;
                for (int window = 0; window < WINDOWS && min >= MAX_BYTES; window++) {
                    min = Math.min(min, bytesPerMessage(session));
                }
                assertThat(min).isLessThan(MAX_BYTES);
            }
        }
    }

    private double bytesPerMessage(LoadSession session) {
        long bytesBefore = allocatedByProducer();
        long sentBefore = session.totals().sent();
        awaitSent(session, sentBefore + WINDOW);
        long messages = session.totals().sent() - sentBefore;
        double each = (double) (allocatedByProducer() - bytesBefore) / messages;
        System.out.printf("allocated per message: %.3f B (n = %d)%n", each, messages);
        return each;
    }

    private static void awaitSent(LoadSession session, long count) {
        for (long sent = session.totals().sent();
                sent < count;
                sent = session.totals().sent()) {
            long next = Math.min(sent + STEP, count);
            EngineTrials.await(
                    next + " messages",
                    Duration.ofMinutes(4),
                    () -> session.totals().sent() >= next);
            session.interval();
        }
    }

    private long allocatedByProducer() {
        Thread producer = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("producer-0"))
                .findFirst()
                .orElseThrow();
        return threads.getThreadAllocatedBytes(producer.threadId());
    }
}

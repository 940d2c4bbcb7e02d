package dev.assay.bench.pacing;

import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.load.EngineLoad;
import dev.assay.bench.load.LoadSegment;
import dev.assay.bench.load.StubDriver;
import dev.assay.driver.DriverException;
import dev.assay.engine.LoadSession;
import dev.assay.engine.TrialClock;
import dev.assay.model.metric.LatencyMetric;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Many producers of the engine on a driver that does nothing, which share one rate. */
public final class ProducersSample {
    /** A thousand threads take a while to start; the load must not end before it has been looked at. */
    private static final int SPARE_SECONDS = 30;

    private ProducersSample() {}

    /**
     * Tells threads, microseconds of processor time a message, and schedule lag and hiccups in microseconds, and mebibytes of
     * heap in use.
     *
     * @param arguments producers, messages per second of all together, seconds of warm-up, seconds
     */
    public static void main(String[] arguments) throws DriverException {
        int warmup = Integer.parseInt(arguments[2]);
        int seconds = Integer.parseInt(arguments[3]);
        EngineLoad load = new EngineLoad(
                Integer.parseInt(arguments[0]),
                100,
                Double.parseDouble(arguments[1]),
                Duration.ofSeconds(warmup + seconds + SPARE_SECONDS));
        TrialClock clock = TrialClock.monotonic(0);
        try (StubDriver driver = new StubDriver();
                LoadSession session = LoadSession.open(driver, load.assignment(), clock)) {
            session.start(clock.now());
            LoadSegment.watch(session, warmup);
            LoadSegment segment = LoadSegment.watch(session, seconds);
            Histogram delay = segment.latencies(LatencyMetric.SCHEDULE_LAG);
            ChildJvm.tell(
                    "threads", (double) ManagementFactory.getThreadMXBean().getThreadCount());
            ChildJvm.tell("cores", segment.cpuSeconds() / segment.seconds());
            ChildJvm.tell("cpu-per-message", segment.cpuSeconds() * 1e6 / segment.sent());
            ChildJvm.tell("delay-p50", delay.getValueAtPercentile(50) / 1e3);
            ChildJvm.tell("delay-p99", delay.getValueAtPercentile(99) / 1e3);
            ChildJvm.tell("delay-max", delay.getMaxValue() / 1e3);
            ChildJvm.tell("heap", heapMebibytes());
            ChildJvm.tell("hiccup-p99", segment.hiccups().getValueAtPercentile(99) / 1e3);
        }
    }

    /** Of what is still in use after a collection. */
    private static double heapMebibytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (double) (1 << 20);
    }
}

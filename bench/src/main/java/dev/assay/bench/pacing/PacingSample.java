package dev.assay.bench.pacing;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.load.EngineLoad;
import dev.assay.bench.load.LoadSegment;
import dev.assay.bench.load.StubDriver;
import dev.assay.bench.load.ThreadUsage;
import dev.assay.driver.DriverException;
import dev.assay.driver.LocalClock;
import dev.assay.engine.LoadSession;
import dev.assay.engine.TrialClock;
import dev.assay.model.metric.LatencyMetric;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** One producer of the engine on a driver that does nothing, and the same JVM idle before. */
public final class PacingSample {
    private static final String PRODUCER = "producer-0";
    private static final String METER = "hiccup-meter";
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private PacingSample() {}

    /**
     * Tells cores used (idle, whole load, single threads), schedule lag and hiccups in microseconds.
     *
     * @param arguments messages per second, shortest park in nanoseconds (0 for the engine's own clock), timer slack in
     *     nanoseconds, seconds of warm-up, seconds
     */
    public static void main(String[] arguments) throws DriverException {
        double rate = Double.parseDouble(arguments[0]);
        long park = Long.parseLong(arguments[1]);
        TrialClock clock = TrialClock.monotonic(
                park == 0 ? LocalClock.SYSTEM : new ParkClock(park, Long.parseLong(arguments[2])), 0);
        int warmup = Integer.parseInt(arguments[3]);
        int seconds = Integer.parseInt(arguments[4]);
        load(rate, clock, warmup, 1);
        idle(seconds);
        tell(load(rate, clock, 1, seconds));
    }

    /** What the JVM takes that has compiled all that the load needs and does nothing. */
    private static void idle(int seconds) {
        long start = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        LoadSegment.sleepUntil(start + seconds * 1_000_000_000L);
        ChildJvm.tell("idle-cores", (SYSTEM.getProcessCpuTime() - cpu) / (double) (System.nanoTime() - start));
    }

    private static Reading load(double rate, TrialClock clock, int warmup, int seconds) throws DriverException {
        EngineLoad load = new EngineLoad(1, 100, rate, Duration.ofSeconds(warmup + seconds + 1));
        try (StubDriver driver = new StubDriver();
                LoadSession session = LoadSession.open(driver, load.assignment(), clock)) {
            session.start(clock.now());
            LoadSegment.watch(session, warmup);
            long producer = ThreadUsage.cpuNanos(PRODUCER);
            long meter = ThreadUsage.cpuNanos(METER);
            LoadSegment segment = LoadSegment.watch(session, seconds);
            return new Reading(segment, ThreadUsage.cpuNanos(PRODUCER) - producer, ThreadUsage.cpuNanos(METER) - meter);
        }
    }

    private record Reading(LoadSegment segment, long producerNanos, long meterNanos) {}

    private static void tell(Reading reading) {
        LoadSegment segment = reading.segment();
        Histogram delay = segment.latencies(LatencyMetric.SCHEDULE_LAG);
        Histogram hiccups = segment.hiccups();
        ChildJvm.tell("cores", segment.cpuSeconds() / segment.seconds());
        ChildJvm.tell("producer-cores", reading.producerNanos() / 1e9 / segment.seconds());
        ChildJvm.tell("meter-cores", reading.meterNanos() / 1e9 / segment.seconds());
        ChildJvm.tell("delay-p50", delay.getValueAtPercentile(50) / 1e3);
        ChildJvm.tell("delay-p999", delay.getValueAtPercentile(99.9) / 1e3);
        ChildJvm.tell("hiccup-p999", hiccups.getValueAtPercentile(99.9) / 1e3);
        ChildJvm.tell("messages", (double) delay.getTotalCount());
    }
}

package dev.assay.worker.engine;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.LocalClock;
import dev.assay.driver.TopicSpec;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

final class EngineTrials {
    static final int RUN = 4711;

    /** A test that waits this long in vain, on however busy a machine, has found a defect. */
    static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private EngineTrials() {}

    /** Says how many of everything there are; topics × producers share the rate. */
    record Shape(int topics, int partitions, int producers, int subscriptions, int consumers) {
        static final Shape SMALLEST = new Shape(1, 1, 1, 1, 1);
    }

    /**
     * Describes a load of a warm-up, which may be empty, and a measured phase.
     *
     * @param catchUp for how long late messages may still be sent: long, where it is not what a test is about, since a load at
     *     full speed is late by as much as the machine is slow
     */
    record Load(double rate, Arrivals arrivals, Duration warmup, Duration measure, Duration catchUp) {
        static Load constant(double rate, Duration measure) {
            return new Load(rate, Arrivals.CONSTANT, Duration.ZERO, measure, PATIENCE);
        }
    }

    static Driver memory(String law, Duration mean) throws DriverException {
        return memory(law, mean, Duration.ZERO, Duration.ZERO);
    }

    static Driver memory(String law, Duration mean, Duration stallAt, Duration stallFor) throws DriverException {
        return memory(law, mean, stallAt, stallFor, Map.of(), LocalClock.SYSTEM);
    }

    static Driver memory(String law, Duration mean, LocalClock clock) throws DriverException {
        return memory(law, mean, Duration.ZERO, Duration.ZERO, Map.of(), clock);
    }

    /** @param more connection settings */
    static Driver memory(
            String law, Duration mean, Duration stallAt, Duration stallFor, Map<String, String> more, LocalClock clock)
            throws DriverException {
        Map<String, String> connection = new HashMap<>(more);
        connection.put("law", law);
        connection.put("mean-nanos", Long.toString(mean.toNanos()));
        connection.put("stall-at-nanos", Long.toString(stallAt.toNanos()));
        connection.put("stall-nanos", Long.toString(stallFor.toNanos()));
        return new MemoryProvider(clock)
                .open(new DriverConfig(
                        connection,
                        DurabilityLevel.LEVEL_1,
                        new Batching(Duration.ZERO, new ByteSize(1024)),
                        VendorSettings.NONE));
    }

    static Assignment assignment(Shape shape, Load load) {
        return assignment(shape, load, InFlight.DEFAULT);
    }

    static Assignment assignment(Shape shape, Load load, InFlight inFlight) {
        Workload workload = new Workload(
                shape.topics(),
                shape.partitions(),
                new MessageSpec(new ByteSize(100), PayloadFill.RANDOM, MessageKeying.NONE),
                shape.producers(),
                shape.subscriptions(),
                shape.consumers(),
                Map.of(),
                LoadProfile.constant(new Rate(load.rate())),
                load.arrivals(),
                new Batching(Duration.ZERO, new ByteSize(1024)),
                inFlight);
        List<ProducerSlot> producers = new ArrayList<>();
        List<ConsumerSlot> consumers = new ArrayList<>();
        int trial = NUMBER.incrementAndGet();
        for (int topic = 0; topic < shape.topics(); topic++) {
            TopicSpec spec = new TopicSpec("trial-" + trial + "-topic-" + topic, shape.partitions(), List.of());
            for (int producer = 0; producer < shape.producers(); producer++) {
                producers.add(new ProducerSlot(producers.size(), spec));
            }
            for (int consumer = 0; consumer < shape.subscriptions() * shape.consumers(); consumer++) {
                int subscription = consumer % shape.subscriptions();
                consumers.add(new ConsumerSlot(subscription, "s" + subscription, topic, spec));
            }
        }
        long warmup = load.warmup().toNanos();
        List<Phase> phases = List.of(
                new Phase(Phase.WARMUP, 0, warmup),
                new Phase(Phase.MEASURE, warmup, warmup + load.measure().toNanos()));
        Timeline timeline = Timeline.of(phases, workload.rate());
        return new Assignment("w1", RUN, 42, workload, timeline, producers, consumers, load.catchUp());
    }

    static List<TopicSpec> topics(Assignment assignment) {
        return assignment.producers().stream()
                .map(ProducerSlot::topic)
                .distinct()
                .toList();
    }

    /** Asks for the condition every millisecond. */
    static void await(String awaited, Duration patience, BooleanSupplier condition) {
        await(LocalClock.SYSTEM, awaited, patience, condition);
    }

    static void await(LocalClock clock, String awaited, Duration patience, BooleanSupplier condition) {
        long deadline = clock.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (clock.nanoTime() > deadline) {
                throw new AssertionError("not within " + patience + ": " + awaited);
            }
            clock.park(1_000_000);
        }
    }

    /** Adds up all samples of the metric in the phase. */
    static Histogram sum(List<WorkerInterval> intervals, String phase, LatencyMetric metric) {
        Histogram sum = new Histogram(3);
        for (IntervalHistogram one : histograms(intervals, phase, metric)) {
            sum.add(one.histogram());
        }
        return sum;
    }

    static List<IntervalHistogram> histograms(List<WorkerInterval> intervals, String phase, LatencyMetric metric) {
        return intervals.stream()
                .flatMap(interval -> interval.histograms().stream())
                .filter(one -> one.phase().equals(phase) && one.metric() == metric)
                .toList();
    }
}

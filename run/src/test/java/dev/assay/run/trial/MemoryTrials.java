package dev.assay.run.trial;

import dev.assay.analysis.steady.SteadyWatch;
import dev.assay.driver.LocalClock;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.EventSpec;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Timing;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Workload;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.SystemActions;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.systems.memory.LatencyLaw;
import dev.assay.systems.memory.MemorySpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Makes trials on the in-memory system; each has topics of its own. */
public final class MemoryTrials {
    private static final AtomicInteger RUN = new AtomicInteger();

    /** A drain that ends as soon as everything has arrived, which on a busy machine may be long after it was due. */
    private static final Duration DRAIN = Duration.ofMinutes(5);

    private MemoryTrials() {}

    static MemorySpec system() {
        return new MemorySpec(LatencyLaw.CONSTANT, Duration.ofMillis(1), Duration.ZERO, Duration.ZERO);
    }

    public static TrialRequest lasting(Duration measure, Workload workload) {
        return lasting(measure, DRAIN, workload, Map.of());
    }

    /**
     * Requests a trial that may end before everything has arrived.
     *
     * @param more of the connection, such as {@code lose-every}
     */
    public static TrialRequest lasting(Duration measure, Duration drain, Workload workload, Map<String, String> more) {
        Timing timing = new Timing(Duration.ZERO, measure, drain);
        TrialSpec spec = new TrialSpec(system(), DurabilityLevel.LEVEL_4, workload, timing, VendorSettings.NONE);
        int run = RUN.incrementAndGet();
        Map<String, String> connection = new TreeMap<>(connection("constant"));
        connection.putAll(more);
        return new TrialRequest(new PlannedTrial(1, "memory", 1, Map.of(), spec, 42), "test" + run, run, connection);
    }

    /**
     * Requests a trial with phases and events.
     *
     * @param groups in place of a live one; none for that
     */
    public static TrialRequest timeline(
            Map<String, PhaseSpec> phases,
            Map<String, GroupSpec> groups,
            Map<String, EventSpec> events,
            LoadProfile rate) {
        return timeline(3, phases, groups, events, rate);
    }

    /** Requests a trial with phases and events, and with so many producers. */
    public static TrialRequest timeline(
            int producers,
            Map<String, PhaseSpec> phases,
            Map<String, GroupSpec> groups,
            Map<String, EventSpec> events,
            LoadProfile rate) {
        Workload workload = new Workload(
                1,
                2,
                new MessageSpec(new ByteSize(100), PayloadFill.RANDOM, MessageKeying.NONE),
                producers,
                1,
                1,
                groups,
                rate,
                Arrivals.CONSTANT,
                new Batching(Duration.ofMillis(1), new ByteSize(1 << 17)),
                InFlight.DEFAULT);
        TrialSpec spec = new TrialSpec(
                system(),
                DurabilityLevel.LEVEL_4,
                workload,
                new Timing(Duration.ZERO, Duration.ofSeconds(1), DRAIN),
                phases,
                events,
                PhaseSpec.PageCache.KEEP,
                VendorSettings.NONE,
                ResultStatistics.DEFAULT,
                Optional.empty(),
                Optional.empty());
        int run = RUN.incrementAndGet();
        return new TrialRequest(
                new PlannedTrial(1, "memory", 1, Map.of(), spec, 42), "test" + run, run, connection("constant"));
    }

    /** Creates a measurement on that clock, which its workers need as well. */
    public static Measurement runner(LocalClock clock) {
        return runner(SystemActions.NONE, clock);
    }

    /** Creates a measurement on that clock with actions on the system. */
    public static Measurement runner(SystemActions actions, LocalClock clock) {
        return new Measurement(TestTimeouts.LIMITS, actions, new SteadyWatch(), clock);
    }

    public static Map<String, String> connection(String law) {
        return Map.of("law", law, "mean-nanos", "1000000", "stall-at-nanos", "0", "stall-nanos", "0");
    }

    public static Workload workload(int topics, int producers, int subscriptions, Rate rate) {
        return new Workload(
                topics,
                2,
                new MessageSpec(new ByteSize(100), PayloadFill.RANDOM, MessageKeying.NONE),
                producers,
                subscriptions,
                1,
                Map.of(),
                LoadProfile.constant(rate),
                Arrivals.CONSTANT,
                new Batching(Duration.ofMillis(1), new ByteSize(1 << 17)),
                InFlight.DEFAULT);
    }

    /** Returns one producer, one subscription, 1000 messages a second. */
    public static Workload simple() {
        return workload(1, 1, 1, new Rate(1000));
    }

    /** Takes the intervals of a trial, and ignores everything else. */
    public static IntervalSink intervals(Consumer<WorkerInterval> each) {
        return event -> {
            if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
                each.accept(interval);
            }
        };
    }
}

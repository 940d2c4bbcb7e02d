package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.statistics.Merge;
import dev.assay.analysis.statistics.PhaseStatistics.HostLoad;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.StoredTrial.RecordedHiccups;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Builds the stored files of an ordinary trial on a busy virtual machine, 10 000 msg/s in 30 s after 10 s of warm-up; a test
 * changes the one thing that it is about.
 */
final class Case {
    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;
    static final int RATE = 10_000;
    static final int WARMUP = 10;
    static final int END = 40;
    private static final int EACH_SECONDS = 1;

    private static final double NANOS_PER_SECOND = 1e9;

    List<Phase> phases =
            List.of(new Phase("warmup", 0, WARMUP * SECOND), new Phase("measure", WARMUP * SECOND, END * SECOND));
    Delivery delivery = delivery(0, 0, 0, 0, new SubscriptionDelivery("s1", 400_000, 0, 0, 0, 0, 0, 0, 0));
    List<TrialSubscription> subscriptions = List.of(new TrialSubscription("s1", "tail", true));
    List<SteadyRecord> steady = List.of();
    List<FailureCount> failures = List.of();

    /** Counts the messages that have failed by each second; null where the series has none. */
    @Nullable
    LongUnaryOperator failed;

    List<LostWorker> lostWorkers = List.of();
    List<ExecutedEvent> events = List.of();
    EffectiveConfig config = EffectiveConfig.NONE;
    DrainRecord drain = new DrainRecord(true, SECOND, List.of());
    List<HostLoad> hosts = List.of(host("coordinator", 0.6, 0.13, 0.02));
    boolean syncsPromised = false;
    OptionalDouble syncsPerSecond = OptionalDouble.empty();
    long clockErrorNanos = 0;
    List<TrialHost> machines = List.of(machine("coordinator", 4, 3, "w1"));
    List<Count> load = load(second -> RATE * second, second -> RATE * second, second -> RATE * second);
    Histogram scheduleLag = p99(MILLI, 60_000);
    Histogram service = p99(4 * MILLI, 60_000);
    Histogram response = p99(5 * MILLI, 60 * MILLI);
    Histogram hiccups = p99(MILLI, 8 * MILLI);
    WorkerLoad worker = new WorkerLoad("w1", 0.8, 4, 40 * MILLI, 12 * MILLI, END - WARMUP, 0, 0);
    int frozenSecond = -1;
    Histogram frozenHiccups = new Histogram(3);
    Histogram frozenResponse = new Histogram(3);
    ResultStatistics result = ResultStatistics.DEFAULT;
    InFlight inFlight = InFlight.DEFAULT;
    OptionalDouble machineCores = OptionalDouble.empty();
    double serverCores = 0.3;
    /** Gives bytes a second, of which the servers wrote a million. */
    OptionalDouble diskWritten = OptionalDouble.empty();

    double diskBusy = 0.4;
    double cpuPressure = 0.5;
    OptionalDouble throttled = OptionalDouble.of(0);
    /** Suspends the last of the machines at the beginning of the measured phase. */
    double suspendedSeconds = 0;

    long negatives = 0;
    long worstNegativeNanos = 0;
    Verdict atTheTime = Verdict.PENDING;
    VerdictRules rules = VerdictRules.PRESENT;

    /** Counts messages since the start of the load. */
    record Count(long second, long offered, long sent, long acked, long received) {}

    Verdict verdict() {
        return rules.judge(stored());
    }

    TrialData stored() {
        RecordedTrial trial = new RecordedTrial();
        trial.phases = phases;
        trial.delivery = delivery;
        trial.subscriptions = subscriptions;
        trial.drain = drain;
        trial.failures = failures;
        trial.config = config;
        trial.durability = syncsPromised ? DurabilityLevel.LEVEL_1 : DurabilityLevel.LEVEL_4;
        trial.clockErrorNanos = clockErrorNanos;
        trial.offeredPerSecond = RATE;
        Workload usual = Workload.usual();
        trial.workload = new Workload(
                1, 1, usual.message(), 1, 1, 1, Map.of(), usual.rate(), usual.arrivals(), usual.batching(), inFlight);
        trial.hosts = machines.stream()
                .map(one -> new TrialHost(
                        one.name(), one.machine(), one.workers(), worker.machineCores(), one.nodes(), 0, 0))
                .toList();
        trial.verdict = atTheTime;
        trial.steady = steady;
        trial.lostWorkers = lostWorkers;
        trial.events = events;
        Phase measure = phases.getLast();
        trial.result = result;
        List<RecordedInterval> intervals = new ArrayList<>();
        List<RecordedHiccups> paused = new ArrayList<>();
        for (long start = measure.startNanos(); start < measure.endNanos(); start += EACH_SECONDS * SECOND) {
            boolean first = start == measure.startNanos();
            boolean frozen = start == measure.startNanos() + frozenSecond * SECOND;
            intervals.add(interval(measure, start, LatencyMetric.SCHEDULE_LAG, scheduleLag, 0, 0));
            intervals.add(interval(measure, start, LatencyMetric.SERVICE, service, 0, 0));
            intervals.add(interval(
                    measure,
                    start,
                    LatencyMetric.RESPONSE,
                    frozen ? Merge.of(List.of(response, frozenResponse)) : response,
                    first ? negatives : 0,
                    first ? worstNegativeNanos : 0));
            paused.add(new RecordedHiccups(
                    worker.worker(),
                    start,
                    start + SECOND,
                    frozen ? Merge.of(List.of(hiccups, frozenHiccups)) : hiccups));
        }
        return new TrialData(trial.record(), intervals, paused, seconds(measure));
    }

    private static RecordedInterval interval(
            Phase phase, long start, LatencyMetric metric, Histogram histogram, long negatives, long worst) {
        return new RecordedInterval(
                "w1", start, start + SECOND, new IntervalHistogram(phase.name(), metric, histogram, negatives, worst));
    }

    /** Stops the worker for that long, in that second of the measured phase: one in ten of the messages due in it is a sample. */
    void freeze(long nanos, int second) {
        frozenSecond = second;
        frozenHiccups = new Histogram(3);
        frozenHiccups.recordValueWithExpectedInterval(nanos, MILLI);
        frozenResponse = new Histogram(3);
        for (long wait = nanos; wait > 0; wait -= MILLI) {
            frozenResponse.recordValueWithCount(wait, 1);
        }
    }

    private List<RecordedSecond> seconds(Phase measure) {
        List<RecordedSecond> seconds = new ArrayList<>();
        Count before = new Count(0, 0, 0, 0, 0);
        for (Count count : load) {
            double length = count.second() - before.second();
            List<Sample> samples = new ArrayList<>(List.of(
                    Metrics.OFFERED.of((count.offered() - before.offered()) / length),
                    Metrics.SENT.of((count.sent() - before.sent()) / length),
                    Metrics.ACKED.of((count.acked() - before.acked()) / length),
                    Metrics.RECEIVED.of(
                            Labels.of(Labels.GROUP, "tail").with(Labels.SUBSCRIPTION, "s1"),
                            (count.received() - before.received()) / length)));
            LongUnaryOperator failing = failed;
            if (failing != null) {
                long upTo = failing.applyAsLong(Math.min(END, count.second()));
                long from = failing.applyAsLong(Math.min(END, before.second()));
                samples.add(Metrics.FAILED.of((upTo - from) / length));
            }
            samples.addAll(ofMachines(count.second() == measure.startNanos() / SECOND + 1));
            seconds.add(new RecordedSecond(count.second(), samples));
            before = count;
        }
        return seconds;
    }

    private List<Sample> ofMachines(boolean first) {
        Labels ofWorker = Labels.of(Labels.WORKER, worker.worker());
        double others = (worker.gcPauseNanos() - worker.worstGcNanos()) / (double) (worker.seconds() - 1);
        double otherStalls = (worker.stallNanos() - worker.longestStallNanos()) / (double) (worker.seconds() - 1);
        List<Sample> samples = new ArrayList<>(List.of(
                Metrics.PROCESS_CPU.of(ofWorker, worker.cpuCores()),
                Metrics.WORKER_ALLOCATION_STALL.of(
                        ofWorker, (first ? worker.longestStallNanos() : otherStalls) / NANOS_PER_SECOND),
                Metrics.WORKER_LONGEST_ALLOCATION_STALL.of(
                        ofWorker, (first ? worker.longestStallNanos() : otherStalls) / NANOS_PER_SECOND),
                Metrics.WORKER_GC_PAUSE.of(ofWorker, (first ? worker.worstGcNanos() : others) / NANOS_PER_SECOND)));
        throttled.ifPresent(fraction -> samples.add(Metrics.WORKER_THROTTLED.of(ofWorker, fraction)));
        syncsPerSecond.ifPresent(
                syncs -> samples.add(Metrics.NODE_SYNCS.of(Labels.of(Labels.NODE, "broker-1"), syncs)));
        machineCores.ifPresent(cores -> {
            Labels here = Labels.of(Labels.HOST, "coordinator");
            samples.add(Metrics.HOST_CPU.of(here, cores));
            samples.add(Metrics.HOST_CPU_FOREIGN.of(here, cores - worker.cpuCores() - serverCores));
            for (int node = 1; node <= 3; node++) {
                samples.add(Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-" + node), serverCores / 3));
            }
        });
        diskWritten.ifPresent(bytes -> samples.addAll(ofDisks(ofWorker, bytes)));
        for (HostLoad host : hosts) {
            Labels name = Labels.of(Labels.HOST, host.host());
            Labels memory = name.with(Labels.RESOURCE, "memory").with(Labels.STALL, "some");
            host.busyFraction().ifPresent(fraction -> samples.add(Metrics.HOST_CPU_BUSY.of(name, fraction)));
            host.stealFraction().ifPresent(fraction -> samples.add(Metrics.HOST_CPU_STEAL.of(name, fraction)));
            samples.add(Metrics.HOST_PRESSURE.of(
                    name.with(Labels.RESOURCE, "cpu").with(Labels.STALL, "some"), cpuPressure));
            samples.add(Metrics.HOST_SUSPENDED.of(name, first && host.equals(hosts.getLast()) ? suspendedSeconds : 0));
            host.memoryPressureFraction()
                    .ifPresent(fraction -> samples.add(Metrics.HOST_PRESSURE.of(memory, fraction)));
        }
        return samples;
    }

    private List<Sample> ofDisks(Labels ofWorker, double bytes) {
        Labels here = Labels.of(Labels.HOST, "coordinator");
        List<Sample> samples = new ArrayList<>(List.of(
                Metrics.HOST_DISK_WRITTEN.of(here, bytes),
                Metrics.HOST_DISK_READ.of(here, 0),
                Metrics.HOST_DISK_BUSY.of(here, diskBusy),
                Metrics.PROCESS_DISK_WRITTEN.of(ofWorker, 0)));
        for (int node = 1; node <= 3; node++) {
            samples.add(Metrics.PROCESS_DISK_WRITTEN.of(Labels.of(Labels.NODE, "broker-" + node), 1e6 / 3));
        }
        return samples;
    }

    static HostLoad host(String name, double busy, double steal, double memory) {
        return new HostLoad(
                name,
                OptionalDouble.of(busy),
                OptionalDouble.of(steal),
                OptionalDouble.of(memory),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static TrialHost machine(String name, int cores, int nodes, String... workers) {
        return new TrialHost(name, name, List.of(workers), cores, nodes, 0, 0);
    }

    static Delivery delivery(
            long unsent, long failed, long unknown, long violations, SubscriptionDelivery subscription) {
        return new Delivery(
                400_000,
                unsent,
                400_000 - unsent - failed - unknown,
                failed,
                unknown,
                violations,
                List.of(subscription),
                List.of());
    }

    /** Returns cumulative counts by second, from the first to three after the end; offered stops at the end. */
    static List<Count> load(LongUnaryOperator sent, LongUnaryOperator acked, LongUnaryOperator received) {
        return load(second -> RATE * second, sent, acked, received);
    }

    static List<Count> load(
            LongUnaryOperator due, LongUnaryOperator sent, LongUnaryOperator acked, LongUnaryOperator received) {
        List<Count> counts = new ArrayList<>();
        for (long second = 1; second <= END + 3; second++) {
            long offered = due.applyAsLong(Math.min(second, END));
            counts.add(new Count(
                    second,
                    offered,
                    Math.min(offered, sent.applyAsLong(second)),
                    Math.min(offered, acked.applyAsLong(second)),
                    Math.min(offered, received.applyAsLong(second))));
        }
        return counts;
    }

    /** Returns a thousand samples, of which 99 per cent do not exceed the first value, and the largest is the second. */
    static Histogram p99(long p99Nanos, long maxNanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(p99Nanos / 10, 900);
        histogram.recordValueWithCount(p99Nanos, 95);
        histogram.recordValueWithCount(Math.max(p99Nanos, maxNanos), 5);
        return histogram;
    }

    void expectValid() {
        assertThat(verdict().reasons()).isEmpty();
    }

    Reason expect(Rule rule, Grade severity) {
        Verdict verdict = verdict();
        assertThat(verdict.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(rule.code());
            assertThat(reason.severity()).isEqualTo(severity);
            assertThat(reason.cause()).isNotBlank();
            assertThat(reason.action()).endsWith(".");
        });
        assertThat(verdict.grade()).isEqualTo(severity);
        return verdict.reasons().getFirst();
    }
}

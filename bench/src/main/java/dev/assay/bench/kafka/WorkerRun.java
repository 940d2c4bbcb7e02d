package dev.assay.bench.kafka;

import dev.assay.bench.load.LoadSegment;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.coordinator.WorkerHeap;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.run.workers.AcquiredWorkers;
import dev.assay.run.workers.LocalWorkerPool;
import dev.assay.run.workers.WorkerDemand;
import dev.assay.run.workers.WorkerLaunch;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * Runs one trial on a worker process of its own, as the command line does.
 *
 * @param intervals all of them, in order, without latencies
 * @param lag how late calls began that were due in the last phase, in nanoseconds
 */
record WorkerRun(TrialOutcome outcome, List<WorkerInterval> intervals, Histogram lag) {
    /** The time in nanoseconds by which an interval may end after the second that it stands for. */
    private static final long SLACK = 300_000_000;

    private static final double MINUTE_NANOS = 60e9;
    private static final double MIB = 1 << 20;

    private static final AtomicInteger NUMBER = new AtomicInteger();

    WorkerRun {
        intervals = List.copyOf(intervals);
    }

    /** Runs the trial; throws where it has drained and messages were lost or delivered twice. */
    static WorkerRun of(PlannedTrial trial, KafkaBrokers brokers)
            throws CoordinationException, TrialFailedException, InterruptedException {
        return of(trial, brokers, extraFlags());
    }

    static WorkerRun of(PlannedTrial trial, KafkaBrokers brokers, List<String> flags)
            throws CoordinationException, TrialFailedException, InterruptedException {
        Measurement runner = new Measurement(Timeouts.DEFAULT);
        brokers.cluster().onFailure(runner::fail);
        List<WorkerInterval> intervals = new ArrayList<>();
        Histogram lag = new Histogram(3);
        WorkerLaunch launch = new WorkerLaunch(WorkerLaunch.thisJava(), classPath(), flags, brokers.logs())
                .withHeap(WorkerHeap.of(trial.spec(), 1).bytes());
        int number = NUMBER.incrementAndGet();
        LocalWorkerPool pool = new LocalWorkerPool(brokers.supervisor(), demand -> launch);
        try (AcquiredWorkers workers =
                pool.acquire(new WorkerDemand(1, trial.spec().system(), brokers.logs()))) {
            TrialOutcome outcome = runner.run(
                    new TrialRequest(trial, "bench" + number, number, brokers.connection()),
                    workers.connections(),
                    event -> {
                        if (event instanceof TrialEvent.Interval(WorkerInterval interval)) {
                            addLag(interval, lag);
                            intervals.add(light(interval));
                        }
                    });
            if (outcome.drained()
                    && !outcome.delivery().subscriptions().getFirst().clean()) {
                throw new IllegalStateException("messages were not delivered as sent: " + outcome.delivery());
            }
            return new WorkerRun(outcome, intervals, lag);
        }
    }

    private static void addLag(WorkerInterval interval, Histogram lag) {
        for (IntervalHistogram one : interval.histograms()) {
            if (one.metric() == LatencyMetric.SCHEDULE_LAG && one.phase().equals(Phase.MEASURE)) {
                lag.add(one.histogram());
            }
        }
    }

    /** Removes the latencies, which are not needed here: those of ten minutes would take half a gigabyte. */
    private static WorkerInterval light(WorkerInterval interval) {
        return new WorkerInterval(
                interval.worker(),
                interval.startNanos(),
                interval.endNanos(),
                interval.totals(),
                interval.harness(),
                List.of());
    }

    /** Returns JVM flags for worker and bare client from the property {@code assay.bench.worker-flags}, separated by blanks. */
    static List<String> extraFlags() {
        return Arrays.stream(System.getProperty("assay.bench.worker-flags", "").split(" "))
                .filter(flag -> !flag.isEmpty())
                .toList();
    }

    /** Returns this process's class path, on which one driver is registered, as a worker needs it; the in-memory system is always there. */
    private static List<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /** Returns the sets of flags to compare, which the same property separates by {@code |}. */
    static List<String> flagSets() {
        return Arrays.stream(System.getProperty("assay.bench.worker-flags", "").split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    /** Returns readings in MiB, one per second. */
    double[] residentMib(double afterMinutes) {
        return intervals.stream()
                .filter(interval ->
                        interval.harness().residentBytes() > 0 && interval.endNanos() / MINUTE_NANOS >= afterMinutes)
                .mapToDouble(interval -> interval.harness().residentBytes() / MIB)
                .toArray();
    }

    LoadSegment measured() {
        long from = outcome.phases().getLast().startNanos();
        long to = outcome.phases().getLast().endNanos();
        List<WorkerInterval> earlier =
                intervals.stream().filter(one -> one.endNanos() <= from + SLACK).toList();
        List<WorkerInterval> within = intervals.stream()
                .filter(one -> one.endNanos() > from + SLACK && one.endNanos() <= to + SLACK)
                .toList();
        return new LoadSegment(earlier.getLast(), within);
    }
}

package dev.assay.analysis.bottleneck;

import dev.assay.analysis.bottleneck.PhaseBottlenecks.NotKnown;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.PhaseStatistics.InFlightUse;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.analysis.statistics.SeriesUse;
import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.analysis.verdict.Threshold;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** Compares what drove the load with its limits: workers, and what clients keep of messages that have no outcome yet. */
final class LoadBottlenecks {
    /** Limits a worker's rate, as a fraction of the rate that it sustains with the in-memory system. */
    static final double CEILING = 0.8;

    /** Limits the fraction of time that a worker's producers wait for room in their client; shorter waits are bursts. */
    static final double BUFFER_WAIT = 0.1;

    /** Limits the fraction of time that servers keep a worker's producers or consumers from sending or fetching. */
    static final double HELD_BACK = 0.1;

    private static final double NANOS_PER_SECOND = 1e9;

    private final TrialStatistics statistics;
    private final TrialRecord trial;
    private final PhaseStatistics phase;
    private final CalibrationStatus status;
    private final List<BottleneckIndicator> judged = new ArrayList<>();
    private final List<NotKnown> notKnown = new ArrayList<>();
    private final List<CalibratedFraction> fractions = new ArrayList<>();
    private final List<FloorFraction> floors = new ArrayList<>();

    LoadBottlenecks(TrialStatistics statistics, PhaseStatistics phase, CalibrationStatus status) {
        this.statistics = statistics;
        this.trial = statistics.trial();
        this.phase = phase;
        this.status = status;
        phase.workers().forEach(this::worker);
        phase.workers().forEach(this::heap);
        rate();
        inFlight();
        phase.use().bufferWaits().forEach(this::bufferWait);
        phase.use()
                .heldBack()
                .forEach((worker, held) -> heldBack("producers of worker " + worker + " from sending", held));
        phase.use()
                .fetchesHeldBack()
                .forEach((worker, held) -> heldBack("consumers of worker " + worker + " from fetching", held));
        scheduleLag();
        status.calibration().flatMap(Calibration::floor).filter(_ -> isLocal()).ifPresent(this::floors);
    }

    List<BottleneckIndicator> judged() {
        return judged;
    }

    /** Tells whether a worker waited for memory so long that its processors and clients say nothing about the system. */
    boolean heldBack() {
        return phase.workers().stream().anyMatch(worker -> waited(worker) >= Threshold.HELD_BACK_SHARE.value());
    }

    List<NotKnown> notKnown() {
        return notKnown;
    }

    List<CalibratedFraction> fractions() {
        return fractions;
    }

    List<FloorFraction> floors() {
        return floors;
    }

    /** Applies the threshold of the rule {@code worker-cpu}. */
    private void worker(WorkerLoad worker) {
        if (worker.machineCores() > 0) {
            double threshold = Threshold.WORKER_CPU.value() * worker.machineCores();
            Optional<SeriesUse> use = phase.use().worker(worker.worker());
            judged.add(new BottleneckIndicator(
                    Resource.HARNESS,
                    "worker " + worker.worker() + " used",
                    worker.cpuCores(),
                    threshold,
                    MetricUnit.CORES,
                    OptionalDouble.empty(),
                    use.map(series -> OptionalDouble.of(series.fractionAtLeast(threshold)))
                            .orElse(OptionalDouble.empty()),
                    use.map(SeriesUse::n).orElse(worker.seconds())));
        }
    }

    /** Applies the threshold from which the rule {@code allocation-stalls} makes a trial invalid. */
    private void heap(WorkerLoad worker) {
        if (worker.stallNanos() > 0) {
            judged.add(new BottleneckIndicator(
                    Resource.HARNESS,
                    "time that threads of worker " + worker.worker() + " waited for memory, added up",
                    waited(worker),
                    Threshold.HELD_BACK_SHARE.value(),
                    MetricUnit.RATIO,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    phase.use().worker(worker.worker()).map(SeriesUse::n).orElse(worker.seconds())));
        }
    }

    private double waited(WorkerLoad worker) {
        return worker.stallNanos() / (double) Math.max(1, phase.phase().lengthNanos());
    }

    private void rate() {
        boolean local = isLocal();
        Optional<Double> ceiling = status.calibration()
                .flatMap(calibration ->
                        calibration.ceiling(statistics.subscriptions().size()));
        Optional<SeriesUse> acked = phase.use().acknowledged().filter(use -> use.n() > 0);
        if (ceiling.isEmpty() || !local || acked.isEmpty()) {
            ceilingNotKnown(
                    acked.isEmpty()
                            ? "not in the recorded series"
                            : local ? uncalibrated() : "workers on other machines were not calibrated");
        } else {
            rate(acked.get(), ceiling.get());
        }
    }

    private boolean isLocal() {
        return trial.setup().hosts().stream()
                .allMatch(host -> host.workers().isEmpty() || host.name().equals(Metrics.COORDINATOR));
    }

    private void floors(HarnessFloor floor) {
        floor(LatencyMetric.RESPONSE, floor.response());
        floor(LatencyMetric.END_TO_END, floor.endToEnd());
    }

    private void floor(LatencyMetric metric, DurationStatistics floor) {
        Histogram latencies = phase.latencies().of(metric).histogram();
        if (latencies.getTotalCount() > 0 && latencies.getValueAtPercentile(50) > 0) {
            floors.add(new FloorFraction(
                    metric, latencies.getValueAtPercentile(50), floor.p50Nanos(), latencies.getTotalCount()));
        }
    }

    private void rate(SeriesUse acked, double ceiling) {
        double mean = acked.mean().orElse(0);
        double threshold = CEILING * ceiling;
        if (mean >= threshold && !exceeded()) {
            ceilingNotKnown(
                    "the calibration stopped before reaching it; it is at least " + Math.round(ceiling) + " msg/s");
            return;
        }
        judged.add(new BottleneckIndicator(
                Resource.HARNESS,
                "acknowledged",
                mean,
                threshold,
                MetricUnit.MESSAGES_PER_SECOND,
                OptionalDouble.of(ceiling),
                OptionalDouble.of(acked.fractionAtLeast(threshold)),
                acked.n()));
        fractions.add(new CalibratedFraction(
                "acknowledged",
                mean,
                ceiling,
                MetricUnit.MESSAGES_PER_SECOND,
                "one worker can sustain with the in-memory system",
                acked.n()));
    }

    private void ceilingNotKnown(String reason) {
        notKnown.add(new NotKnown(Resource.HARNESS, "fraction of the harness's ceiling", reason));
    }

    private boolean exceeded() {
        return status.calibration().stream()
                .flatMap(calibration -> calibration.ceilings().stream())
                .allMatch(HarnessCeiling::exceeded);
    }

    private String uncalibrated() {
        return status.calibration().isPresent()
                ? "not measured; 'assay run harness-ceiling --keep-as harness' measures it"
                : "no calibration: " + status.note();
    }

    private void inFlight() {
        Workload workload = trial.plan().workload();
        phase.inFlight(workload)
                .ifPresentOrElse(
                        use -> judged.add(new BottleneckIndicator(
                                Resource.CLIENT_BUFFERS,
                                "messages in flight (rate times mean service time)",
                                use.messages(),
                                InFlightUse.FULL * use.limit(),
                                MetricUnit.MESSAGES,
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                use.n())),
                        () -> notKnown.add(new NotKnown(
                                Resource.CLIENT_BUFFERS,
                                "messages in flight",
                                workload.inFlight().isLimited()
                                        ? "nothing was acknowledged"
                                        : "the client sets their limit")));
    }

    private void bufferWait(String worker, SeriesUse waited) {
        waited.mean()
                .ifPresent(mean -> judged.add(new BottleneckIndicator(
                        Resource.CLIENT_BUFFERS,
                        "time that producers of worker " + worker + " waited for space in their client",
                        mean,
                        BUFFER_WAIT,
                        MetricUnit.RATIO,
                        OptionalDouble.empty(),
                        OptionalDouble.of(waited.fractionAtLeast(BUFFER_WAIT)),
                        waited.n())));
    }

    private void heldBack(String whom, SeriesUse held) {
        held.mean()
                .ifPresent(mean -> judged.add(new BottleneckIndicator(
                        Resource.THROTTLING,
                        "time that servers kept " + whom + ", by quotas or alarms,",
                        mean,
                        HELD_BACK,
                        MetricUnit.RATIO,
                        OptionalDouble.empty(),
                        OptionalDouble.of(held.fractionAtLeast(HELD_BACK)),
                        held.n())));
    }

    /**
     * Compares the median schedule lag with its limit: at the limit, half of the messages waited for the call before theirs, or for
     * the harness.
     */
    private void scheduleLag() {
        Histogram delays = phase.latencies().of(LatencyMetric.SCHEDULE_LAG).histogram();
        Histogram responses = phase.latencies().of(LatencyMetric.RESPONSE).histogram();
        if (delays.getTotalCount() == 0 || responses.getTotalCount() == 0) {
            notKnown.add(new NotKnown(Resource.CLIENT_BUFFERS, "schedule lag", "nothing was acknowledged"));
            return;
        }
        judged.add(new BottleneckIndicator(
                Resource.CLIENT_BUFFERS,
                "median schedule lag",
                delays.getValueAtPercentile(50) / NANOS_PER_SECOND,
                Math.max(
                                Threshold.SCHEDULE_LAG_NANOS.value(),
                                Threshold.SCHEDULE_LAG_OF_VALUE.value() * responses.getValueAtPercentile(50))
                        / NANOS_PER_SECOND,
                MetricUnit.SECONDS,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                delays.getTotalCount()));
    }
}

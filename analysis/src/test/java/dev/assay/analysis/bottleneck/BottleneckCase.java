package dev.assay.analysis.bottleneck;

import dev.assay.analysis.ObservedTrial;
import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.HarnessCeiling;
import dev.assay.model.calibration.HarnessFloor;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.SyncCalibration;
import dev.assay.model.calibration.TransferRate;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.TrialHost;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Builds thirty measured seconds on a machine of four cores with three nodes and a worker, far from every limit; a test changes
 * the fields that it is about. The machine was calibrated to write 400 MB/s, to sync 500 times a second, to carry 1 GB/s on
 * loopback, and to sustain 500 000 msg/s with one subscription and 100 000 with ten.
 */
final class BottleneckCase {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final int SECONDS = 30;
    private static final Labels HOST = Labels.of(Labels.HOST, Metrics.COORDINATOR);

    /** Maps seconds of the phase, from 0 on, to bytes per second. */
    IntToDoubleFunction diskWritten = _ -> 50e6;

    IntToDoubleFunction diskBusy = _ -> 0.3;
    IntToDoubleFunction cpuBusy = _ -> 0.5;
    double nodeCores = 0.6;
    double workerCores = 0.8;
    double loopback = 30e6;
    double acked = 10_000;
    long serviceNanos = 4 * MILLI;
    long scheduleLagNanos = 20_000;
    /** Is unavailable below zero. */
    double bufferWait = -1;

    double memoryWait = -1;
    double heldBack = -1;

    InFlight inFlight = InFlight.DEFAULT;
    int partitions = 1;
    int consumers = 1;
    Map<String, GroupSpec> groups = Map.of();
    String linger = "1 ms";
    DurabilityLevel durability = DurabilityLevel.LEVEL_4;
    OptionalInt processors = OptionalInt.empty();

    /** Delays each message after its acknowledgement; at 0, arrivals are not recorded. */
    long arrivesLaterNanos;

    boolean diskSeries = true;
    List<TrialHost> hosts = List.of(host(Metrics.COORDINATOR, 3, "w1"));
    String deployment = "local";

    Labels machine = HOST;

    Map<String, ObservedMachine> observed = Map.of();
    int wholeDisks = 1;
    Optional<TransferRate> diskWrites = Optional.of(new TransferRate(400e6, 1 << 20, 2000));
    boolean calibrated = true;
    Optional<HarnessFloor> floor = Optional.of(new HarnessFloor(
            1024,
            1000,
            new DurationStatistics(5000, 31_000, 90_000, 400_000),
            new DurationStatistics(5000, 52_000, 120_000, 500_000)));
    List<HarnessCeiling> ceilings = List.of(
            new HarnessCeiling(1, 1024, 500_000, 500_000, true, 2),
            new HarnessCeiling(10, 1024, 100_000, 1_000_000, true, 2));

    static TrialHost host(String name, int nodes, String... workers) {
        return host(name, nodes, 4, workers);
    }

    static TrialHost host(String name, int nodes, int cores, String... workers) {
        return new TrialHost(name, name, List.of(workers), cores, cores, nodes, 0, 0);
    }

    PhaseBottlenecks limits() {
        return TrialAnalyzer.analyze(new ObservedTrial(trial(), observed), status())
                .measured()
                .getFirst()
                .limits()
                .orElseThrow();
    }

    CalibrationStatus status() {
        return calibrated
                ? new CalibrationStatus(Optional.of(calibration()), "")
                : CalibrationStatus.none("this machine has not been calibrated");
    }

    Calibration calibration() {
        DurationStatistics some = new DurationStatistics(1000, 1_000_000, 4_000_000, 9_000_000);
        SyncCalibration small = new SyncCalibration(4096, 500, some);
        DiskCalibration disk = new DiskCalibration(
                "/cache",
                "ext4 on /dev/vda1",
                diskWrites,
                diskWrites,
                small,
                small,
                diskWrites.isEmpty() ? "no direct" : "");
        return new Calibration(
                Calibration.VERSION,
                "2026-11-20T10:00:00Z",
                new MachineFingerprint(new TreeMap<>(Map.of("host", "here"))),
                List.of(disk),
                wholeDisks,
                ceilings,
                floor,
                new LoopbackCalibration(some, new TransferRate(1e9, 1 << 16, 9000)),
                some,
                100_000,
                some);
    }

    TrialData trial() {
        RecordedTrial trial = new RecordedTrial();
        trial.phases = List.of(new Phase("measure", 0, SECONDS * SECOND));
        trial.hosts = hosts;
        trial.deployment = deployment;
        trial.offeredPerSecond = acked;
        Workload usual = Workload.usual();
        trial.workload = new Workload(
                1,
                partitions,
                usual.message(),
                2,
                1,
                consumers,
                groups,
                usual.rate(),
                usual.arrivals(),
                new Batching(DurationText.parse(linger), usual.batching().size()),
                inFlight);
        trial.durability = durability;
        trial.processors = processors;
        List<RecordedInterval> intervals = new ArrayList<>();
        List<RecordedSecond> seconds = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            intervals.add(interval(second, LatencyMetric.SERVICE, serviceNanos));
            intervals.add(interval(second, LatencyMetric.SCHEDULE_LAG, scheduleLagNanos));
            intervals.add(interval(second, LatencyMetric.RESPONSE, serviceNanos + scheduleLagNanos));
            if (arrivesLaterNanos > 0) {
                intervals.add(interval(
                        second, LatencyMetric.END_TO_END, serviceNanos + scheduleLagNanos + arrivesLaterNanos));
            }
            seconds.add(new RecordedSecond(second + 1, samples(second)));
        }
        return new TrialData(trial.record(), intervals, List.of(), seconds);
    }

    private RecordedInterval interval(int second, LatencyMetric metric, long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(nanos, Math.round(acked));
        return new RecordedInterval(
                "w1",
                second * SECOND,
                (second + 1) * SECOND,
                new IntervalHistogram("measure", metric, histogram, 0, 0));
    }

    private List<Sample> samples(int second) {
        List<Sample> samples = new ArrayList<>(List.of(
                Metrics.OFFERED.of(acked),
                Metrics.SENT.of(acked),
                Metrics.ACKED.of(acked),
                Metrics.HOST_CPU_BUSY.of(machine, cpuBusy.applyAsDouble(second)),
                Metrics.HOST_LOOPBACK.of(HOST, loopback),
                Metrics.NODE_SYNCS.of(Labels.of(Labels.NODE, "broker-1"), 150),
                Metrics.NODE_SYNCS.of(Labels.of(Labels.NODE, "broker-2"), 220),
                Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), nodeCores),
                Metrics.PROCESS_CPU.of(Labels.of(Labels.WORKER, "w1"), workerCores)));
        if (memoryWait >= 0) {
            samples.add(Metrics.WORKER_ALLOCATION_STALL.of(Labels.of(Labels.WORKER, "w1"), memoryWait));
        }
        if (bufferWait >= 0) {
            samples.add(Metrics.CLIENT_BUFFER_WAIT.of(Labels.of(Labels.WORKER, "w1"), bufferWait));
        }
        if (heldBack >= 0) {
            samples.add(Metrics.CLIENT_HELD_BACK.of(Labels.of(Labels.WORKER, "w1"), heldBack));
        }
        if (diskSeries) {
            samples.add(Metrics.HOST_DISK_WRITTEN.of(machine, diskWritten.applyAsDouble(second)));
            samples.add(Metrics.HOST_DISK_READ.of(machine, 1e6));
            samples.add(Metrics.HOST_DISK_BUSY.of(machine, diskBusy.applyAsDouble(second)));
        }
        return samples;
    }
}

package dev.assay.analysis.bottleneck;

import dev.assay.analysis.bottleneck.PhaseBottlenecks.NotKnown;
import dev.assay.analysis.statistics.PhaseStatistics;
import dev.assay.analysis.statistics.ResourceUse;
import dev.assay.analysis.statistics.SeriesUse;
import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.model.calibration.Calibration;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.calibration.DiskCalibration;
import dev.assay.model.calibration.TransferRate;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.Servers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Compares what a phase used of each resource with the resource's limit. A resource is at its limit where the mean over the phase
 * is: short peaks do not limit a rate over minutes, and the fraction of time at the limit is given beside it.
 */
public final class BottleneckFinder {
    /** Names the bytes per second that the disks of a machine with servers wrote, in {@link CalibratedFraction#what}. */
    public static final String DISK_WRITES = "disk writes";

    /** Names the syncs per second, in {@link CalibratedFraction#what}. */
    static final String SYNCS = "syncs of all nodes";

    /** Limits the disk's writes, as a fraction of the bytes per second that it writes in large blocks. */
    static final double DISK_BYTES = 0.85;

    /** Limits the fraction of time in which the disk has a request under way. */
    static final double DISK_BUSY = 0.95;

    /** Limits the fraction of a machine's processors in use, or of those that a node may use. */
    static final double PROCESSORS = 0.9;

    /** Limits the network, as a fraction of the bytes per second of one connection over loopback. */
    static final double LOOPBACK = 0.85;

    private static final String LOCAL = "local";

    private final TrialRecord trial;
    private final ResourceUse use;
    private final KnownMachines machines;
    private final CalibrationStatus status;
    private final List<BottleneckIndicator> judged = new ArrayList<>();
    private final List<NotKnown> notKnown = new ArrayList<>();
    private final List<CalibratedFraction> fractions = new ArrayList<>();

    private BottleneckFinder(TrialRecord trial, ResourceUse use, KnownMachines machines) {
        this.trial = trial;
        this.use = use;
        this.machines = machines;
        this.status = machines.coordinator();
    }

    public static PhaseBottlenecks of(TrialStatistics statistics, PhaseStatistics phase, KnownMachines machines) {
        BottleneckFinder finder = new BottleneckFinder(statistics.trial(), phase.use(), machines);
        finder.disks();
        finder.processors();
        finder.network();
        LoadBottlenecks load = new LoadBottlenecks(statistics, phase, machines.coordinator());
        finder.judged.addAll(load.judged());
        finder.notKnown.addAll(load.notKnown());
        finder.fractions.addAll(load.fractions());
        if (load.heldBack()) {
            finder.doubtWhatAHeapBringsAbout();
        }
        finder.judged.sort(Comparator.comparing(BottleneckIndicator::resource));
        return new PhaseBottlenecks(
                finder.judged,
                finder.notKnown,
                finder.fractions,
                load.floors(),
                SuspectedLimits.of(finder.trial, phase.latencies(), finder.judged, finder.fractions));
    }

    /**
     * Withdraws processors and client buffers: the collector of a worker without memory keeps processors busy, and its clients wait
     * whatever the system does.
     */
    private void doubtWhatAHeapBringsAbout() {
        List<BottleneckIndicator> doubtful = judged.stream()
                .filter(BottleneckIndicator::reached)
                .filter(one -> one.resource() == Resource.PROCESSOR || one.resource() == Resource.CLIENT_BUFFERS)
                .toList();
        judged.removeAll(doubtful);
        doubtful.forEach(one -> notKnown.add(
                new NotKnown(one.resource(), one.what(), "threads of a worker waited for memory meanwhile")));
    }

    private void disks() {
        if (serversElsewhere()) {
            notKnown.add(new NotKnown(Resource.DISK, "the disks of the servers", "they run elsewhere"));
            return;
        }
        for (TrialHost host : trial.setup().hosts()) {
            if (host.nodes() > 0) {
                diskOf(host);
            }
        }
    }

    private boolean serversElsewhere() {
        return !trial.system().deployment().equals(LOCAL)
                && trial.setup().hosts().stream().noneMatch(host -> host.nodes() > 0);
    }

    private void diskOf(TrialHost host) {
        judge(
                Resource.DISK,
                "busiest disk in use",
                use.ofHost(Metrics.HOST_DISK_BUSY, host.name()),
                DISK_BUSY,
                MetricUnit.RATIO,
                OptionalDouble.empty());
        Optional<TransferRate> write = calibrated(host, Calibration::disk).flatMap(DiskCalibration::write);
        String unknown = unknownWrites(host);
        if (write.isPresent() && unknown.isEmpty()) {
            double max = write.get().bytesPerSecond();
            judge(
                    Resource.DISK,
                    DISK_WRITES,
                    use.ofHost(Metrics.HOST_DISK_WRITTEN, host.name()),
                    DISK_BYTES * max,
                    MetricUnit.BYTES_PER_SECOND,
                    OptionalDouble.of(max));
            fraction(DISK_WRITES, use.ofHost(Metrics.HOST_DISK_WRITTEN, host.name()), write, "this disk can write");
            fraction(
                    "disk reads",
                    use.ofHost(Metrics.HOST_DISK_READ, host.name()),
                    calibrated(host, Calibration::disk).flatMap(DiskCalibration::read),
                    "this disk can read");
        } else {
            notKnown.add(new NotKnown(Resource.DISK, "fraction of the disk's write rate", unknown));
        }
        syncs(host);
    }

    /** Relates syncs to what one writer can do. Several writers can exceed that where the file system or the disk merges their syncs. */
    private void syncs(TrialHost host) {
        boolean onlyOne =
                trial.setup().hosts().stream().filter(one -> one.nodes() > 0).count() == 1;
        calibrated(host, Calibration::disk)
                .filter(_ -> onlyOne) // Syncs are those of all nodes together.
                .flatMap(disk -> use.syncs()
                        .map(syncs -> new CalibratedFraction(
                                SYNCS,
                                syncs.mean().orElse(0),
                                disk.small().perSecond(),
                                MetricUnit.PER_SECOND,
                                "this disk can do with one writer",
                                syncs.n())))
                .ifPresent(fractions::add);
    }

    /** Returns why the bytes written can't be compared with a calibrated value; empty where they can. */
    private String unknownWrites(TrialHost host) {
        CalibrationStatus known = machines.of(host.name());
        return known.calibration()
                .map(calibration -> {
                    if (calibration.wholeDisks() > 1) {
                        return "the machine has " + calibration.wholeDisks()
                                + " disks, and the series only has their total";
                    }
                    return calibration
                            .disk()
                            .filter(disk -> disk.write().isEmpty())
                            .map(DiskCalibration::note)
                            .orElse("");
                })
                .orElse("no calibration: " + known.note());
    }

    private <T> Optional<T> calibrated(TrialHost host, java.util.function.Function<Calibration, Optional<T>> value) {
        return machines.of(host.name()).calibration().flatMap(value);
    }

    static String processorsOf(TrialHost host) {
        return host.name().equals(Metrics.COORDINATOR)
                ? "processors busy"
                : "processors of host " + host.name() + " busy";
    }

    private void processors() {
        for (TrialHost host : trial.setup().hosts()) {
            if (host.carried()) {
                judge(
                        Resource.PROCESSOR,
                        processorsOf(host),
                        use.ofHost(Metrics.HOST_CPU_BUSY, host.name()),
                        PROCESSORS,
                        MetricUnit.RATIO,
                        OptionalDouble.empty());
            }
            int cores = confined().orElse(host.machineCores() > 0 ? host.machineCores() : host.cores());
            if (host.nodes() > 0 && cores > 0) {
                use.nodes().entrySet().stream()
                        .filter(node -> machines.hasNode(host.name(), node.getKey()))
                        .forEach(node -> judge(
                                Resource.PROCESSOR,
                                "node " + node.getKey() + " used",
                                Optional.of(node.getValue()),
                                PROCESSORS * cores,
                                MetricUnit.CORES,
                                OptionalDouble.empty()));
            }
        }
        if (serversElsewhere()) {
            notKnown.add(new NotKnown(Resource.PROCESSOR, "the processors of the servers", "they run elsewhere"));
        }
    }

    /** Returns how many processors the scenario allows all servers together; empty for all. */
    private OptionalInt confined() {
        return trial.plan().processors().orElse(Servers.ALL_PROCESSORS) == Servers.ALL_PROCESSORS
                ? OptionalInt.empty()
                : trial.plan().processors();
    }

    /** Judges loopback only, since neither machine knows the capacity of a link between them. */
    private void network() {
        long machines =
                trial.setup().hosts().stream().filter(TrialHost::carried).count();
        if (machines > 1 || !trial.system().deployment().equals(LOCAL)) {
            notKnown.add(new NotKnown(
                    Resource.NETWORK, "the network between machines", "the capacity of its links was not calibrated"));
        }
        Optional<TransferRate> max =
                status.calibration().map(known -> known.loopback().transfer());
        Optional<SeriesUse> carried = use.ofHost(Metrics.HOST_LOOPBACK, Metrics.COORDINATOR);
        if (max.isPresent()) {
            judge(
                    Resource.NETWORK,
                    "loopback",
                    carried,
                    LOOPBACK * max.get().bytesPerSecond(),
                    MetricUnit.BYTES_PER_SECOND,
                    OptionalDouble.of(max.get().bytesPerSecond()));
            fraction("loopback", carried, max, "one connection can carry");
        } else if (machines <= 1) {
            notKnown.add(new NotKnown(Resource.NETWORK, "loopback", "no calibration: " + status.note()));
        }
    }

    private void judge(
            Resource resource,
            String what,
            Optional<SeriesUse> series,
            double threshold,
            MetricUnit unit,
            OptionalDouble calibrated) {
        OptionalDouble mean = series.map(SeriesUse::mean).orElse(OptionalDouble.empty());
        if (mean.isPresent()) {
            judged.add(new BottleneckIndicator(
                    resource,
                    what,
                    mean.getAsDouble(),
                    threshold,
                    unit,
                    calibrated,
                    OptionalDouble.of(series.orElseThrow().fractionAtLeast(threshold)),
                    series.orElseThrow().n()));
        } else {
            notKnown.add(new NotKnown(resource, what, "not in the recorded series"));
        }
    }

    private void fraction(String what, Optional<SeriesUse> series, Optional<TransferRate> calibrated, String bound) {
        if (series.isPresent() && calibrated.isPresent()) {
            fractions.add(new CalibratedFraction(
                    what,
                    series.get().mean().orElse(0),
                    calibrated.get().bytesPerSecond(),
                    MetricUnit.BYTES_PER_SECOND,
                    bound,
                    series.get().n()));
        }
    }
}

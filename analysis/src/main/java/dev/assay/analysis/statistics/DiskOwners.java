package dev.assay.analysis.statistics;

import dev.assay.analysis.statistics.PhaseStatistics.ForeignDisk;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ObservedMachine;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Attributes the bytes that the disks of machines with servers carry to their owners, second by second through a whole trial.
 *
 * <p>A process is counted when the page cache takes its writes, a disk when it performs them, up to minutes later and often more
 * at once than in any second before. So bytes that servers and workers have written and no disk has yet are owed: disks work these
 * off before anything counts as somebody else's. A sync makes a file system write more than the file: up to {@link #BYTES_OF_SYNC}
 * are owed for each. A second in which a server was not observed, as during a restart, is left out.
 *
 * <p>Bytes written before the series began are not owed; the warm-up has room for them.
 */
final class DiskOwners {
    /**
     * Counts what ext4 writes: the data's page, blocks of the journal, and later the metadata in their own places. Copy-on-write file
     * systems write more.
     */
    static final double BYTES_OF_SYNC = 64 * 1024;

    private static final Set<Metric> SYNCS = Set.of(Metrics.NODE_SYNCS, Metrics.NODE_METADATA_SYNCS);

    private final List<TrialHost> hosts;
    private final Map<String, ObservedMachine> observed;
    private final Map<String, Owed> owed = new HashMap<>();

    /** Holds the bytes that the trial's processes have passed to the kernel or requested from it, and that no disk has carried so far. */
    private static final class Owed {
        double written;
        double read;
    }

    /**
     * Holds the bytes that the disks of a machine carried in one second.
     *
     * @param busyFraction of the time, from 0 to 1, in which the busiest disk had a request under way
     */
    record Carried(double ownWritten, double ownRead, double foreignWritten, double foreignRead, double busyFraction) {
        /** Returns the fraction of time that others used the busiest disk, if every byte takes equally long. */
        double foreignFraction() {
            double foreign = foreignWritten + foreignRead;
            double all = foreign + ownWritten + ownRead;
            return all > 0 ? busyFraction * foreign / all : 0;
        }
    }

    static final class Sums {
        private final WeightedStatistics fraction = new WeightedStatistics();
        private final WeightedStatistics busy = new WeightedStatistics();
        private final WeightedStatistics written = new WeightedStatistics();
        private final WeightedStatistics read = new WeightedStatistics();
        private final WeightedStatistics assay = new WeightedStatistics();
        private double bursts;
        private double seconds;

        void add(Carried second, double length) {
            fraction.add(second.foreignFraction(), length);
            busy.add(second.busyFraction(), length);
            written.add(second.foreignWritten(), length);
            read.add(second.foreignRead(), length);
            assay.add(second.ownWritten() + second.ownRead(), length);
            seconds += length;
            if (second.foreignFraction() > ForeignDisk.BURST_OF_TIME) {
                bursts += length;
            }
        }

        Optional<ForeignDisk> mean() {
            return seconds > 0
                    ? Optional.of(new ForeignDisk(
                            fraction.mean(), bursts / seconds, busy.mean(), written.mean(), read.mean(), assay.mean()))
                    : Optional.empty();
        }
    }

    /** @param observed the machines that observers watched; any other machine with servers counts as having all of them */
    DiskOwners(TrialRecord trial, Map<String, ObservedMachine> observed) {
        hosts = trial.setup().hosts().stream().filter(host -> host.nodes() > 0).toList();
        this.observed = Map.copyOf(observed);
    }

    /**
     * Processes the next second.
     *
     * @param seconds its length
     * @return by the name of the machine, without machines of which the bytes are not known
     */
    Map<String, Carried> next(Collection<Sample> samples, double seconds) {
        Map<String, Carried> carried = new TreeMap<>();
        for (TrialHost host : hosts) {
            Optional<Double> written = ofHost(samples, Metrics.HOST_DISK_WRITTEN, host);
            Optional<Double> read = ofHost(samples, Metrics.HOST_DISK_READ, host);
            Optional<Double> busy = ofHost(samples, Metrics.HOST_DISK_BUSY, host);
            if (written.isPresent() && read.isPresent() && busy.isPresent() && isWhole(samples, host)) {
                carried.put(host.name(), next(samples, host, seconds, written.get(), read.get(), busy.get()));
            }
        }
        return carried;
    }

    private Carried next(
            Collection<Sample> samples, TrialHost host, double seconds, double written, double read, double busy) {
        Owed open = owed.computeIfAbsent(host.name(), _ -> new Owed());
        double syncs = samples.stream()
                .filter(sample -> SYNCS.contains(sample.metric()) && isNodeOf(host, sample.labels()))
                .mapToDouble(Sample::value)
                .sum();
        open.written += seconds * (ownSum(samples, Metrics.PROCESS_DISK_WRITTEN, host) + BYTES_OF_SYNC * syncs);
        open.read += seconds * ownSum(samples, Metrics.PROCESS_DISK_READ, host);
        double ownWritten = Math.min(open.written, seconds * written);
        double ownRead = Math.min(open.read, seconds * read);
        open.written -= ownWritten;
        open.read -= ownRead;
        return new Carried(
                ownWritten / seconds,
                ownRead / seconds,
                written - ownWritten / seconds,
                read - ownRead / seconds,
                busy);
    }

    private static Optional<Double> ofHost(Collection<Sample> samples, Metric metric, TrialHost host) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric)
                        && sample.labels().get(Labels.HOST).equals(host.name()))
                .map(Sample::value)
                .findFirst();
    }

    /** Tells whether every server and worker of the machine reported its writes. */
    private boolean isWhole(Collection<Sample> samples, TrialHost host) {
        List<Labels> seen = samples.stream()
                .filter(sample -> sample.metric().equals(Metrics.PROCESS_DISK_WRITTEN))
                .map(Sample::labels)
                .toList();
        long nodes = seen.stream().filter(labels -> isNodeOf(host, labels)).count();
        List<String> workers =
                seen.stream().map(labels -> labels.get(Labels.WORKER)).toList();
        return nodes >= host.nodes() && workers.containsAll(host.workers());
    }

    /**
     * Tells whether a server runs on a machine: servers that Assay started run on the one machine that has any, and observers report
     * those on other machines.
     */
    private boolean isNodeOf(TrialHost host, Labels labels) {
        String node = labels.get(Labels.NODE);
        ObservedMachine machine = observed.get(host.name());
        return !node.isEmpty() && (machine == null || machine.nodes().contains(node));
    }

    private double ownSum(Collection<Sample> samples, Metric metric, TrialHost host) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .filter(sample -> isNodeOf(host, sample.labels())
                        || host.workers().contains(sample.labels().get(Labels.WORKER)))
                .mapToDouble(Sample::value)
                .sum();
    }
}

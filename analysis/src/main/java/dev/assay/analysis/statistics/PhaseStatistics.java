package dev.assay.analysis.statistics;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Holds the statistics of one phase. A message belongs to the phase in which it was due; counts, hiccups, machines and processes
 * belong to it by the clock.
 *
 * @param offeredPerSecond mean rate of the messages due in it
 * @param achievedPerSecond messages acknowledged within it, divided by its length; an initial backlog does not count
 * @param load empty where the series does not have the counts
 * @param groups each subscription; none where the series does not have the counts
 * @param hiccups how much longer than requested sleeping threads of the workers slept, all workers merged, in nanoseconds
 * @param hosts every machine that values came from, by name
 * @param syncs every server that was counted, by name
 * @param drifts of latencies, rates and backlog, as far as there are values
 * @param sampleStatistics how far its values can be relied on
 * @param use of machines and processes
 * @param standstills of the system, in order of time
 */
public record PhaseStatistics(
        Phase phase,
        double offeredPerSecond,
        double achievedPerSecond,
        Optional<LoadChange> load,
        List<GroupLoad> groups,
        PhaseLatencies latencies,
        Histogram hiccups,
        List<WorkerLoad> workers,
        List<HostLoad> hosts,
        List<ServerSyncs> syncs,
        List<PhaseDrift> drifts,
        SampleStatistics sampleStatistics,
        ResourceUse use,
        List<Standstill> standstills) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * @param cpuCores mean processor time by time
     * @param machineCores of the machine it ran on, 0 where unknown
     * @param gcPauseNanos all pauses
     * @param worstGcNanos the longest total of pauses within one second
     * @param seconds of the phase in which pauses were counted
     * @param stallNanos all waits of threads for memory, over all threads
     * @param longestStallNanos the longest of them
     */
    public record WorkerLoad(
            String worker,
            double cpuCores,
            int machineCores,
            long gcPauseNanos,
            long worstGcNanos,
            long seconds,
            long stallNanos,
            long longestStallNanos) {}

    /**
     * Holds the use of one machine; fractions are from 0 to 1, and empty where they are not known.
     *
     * @param busyFraction processor time neither idle nor stolen
     * @param stealFraction processor time that the hypervisor gave to others
     * @param memoryPressureFraction time in which some process waited for memory (PSI)
     * @param cpuPressureFraction time in which some process waited for a processor (PSI)
     * @param foreign use of its processors by others; empty where it is not known
     * @param foreignDisk use of its disks by others; empty where it is not known, or no servers are there
     */
    public record HostLoad(
            String host,
            OptionalDouble busyFraction,
            OptionalDouble stealFraction,
            OptionalDouble memoryPressureFraction,
            OptionalDouble cpuPressureFraction,
            Optional<ForeignCpu> foreign,
            Optional<ForeignDisk> foreignDisk) {}

    /**
     * Holds the processor time of a machine that neither servers of the system under test nor workers nor the coordinator used.
     *
     * @param cores mean of this time
     * @param ownCores mean of the servers, the workers and the coordinator
     * @param machineCores of the machine, at least 1
     * @param burstFraction fraction of the time, from 0 to 1, in which it was more than a quarter of the machine
     */
    public record ForeignCpu(double cores, double ownCores, int machineCores, double burstFraction) {
        /** A burst uses more than this fraction of a machine. */
        public static final double BURST_OF_MACHINE = 0.25;

        /** Returns the mean fraction of the machine, from 0 to 1. */
        public double fraction() {
            return cores / machineCores;
        }
    }

    /**
     * Holds the use of a machine's disks by processes that are neither servers of the system under test nor workers.
     *
     * @param fraction of the time, from 0 to 1, that they used the busiest disk, by their part of the bytes
     * @param burstFraction fraction of the time, from 0 to 1, in which that was more than a quarter
     * @param busyFraction of the time, from 0 to 1, in which the busiest disk had a request of anybody under way
     * @param writtenPerSecond bytes that they wrote
     * @param readPerSecond bytes that they read
     * @param ownPerSecond bytes that servers and workers wrote and read
     */
    public record ForeignDisk(
            double fraction,
            double burstFraction,
            double busyFraction,
            double writtenPerSecond,
            double readPerSecond,
            double ownPerSecond) {
        public static final double BURST_OF_TIME = 0.25;
    }

    /**
     * Counts calls of fsync, fdatasync and msync by one server, except for its metadata log.
     *
     * @param perSecond mean
     * @param seconds of the phase in which they were counted
     */
    public record ServerSyncs(String node, double perSecond, long seconds) {}

    public PhaseStatistics {
        groups = List.copyOf(groups);
        workers = List.copyOf(workers);
        hosts = List.copyOf(hosts);
        syncs = List.copyOf(syncs);
        drifts = List.copyOf(drifts);
        standstills = List.copyOf(standstills);
    }

    /**
     * Holds the messages in flight of all producers, in a workload that limits them.
     *
     * @param messages mean
     * @param limit of all producers together, in messages
     * @param n samples of the service time
     */
    public record InFlightUse(double messages, double limit, long n) {
        /** From this fraction on, the limit kept producers from sending. */
        public static final double FULL = 0.95;

        public boolean full() {
            return messages >= FULL * limit;
        }
    }

    /**
     * Estimates the mean number of messages in flight as their rate times the time that each is in flight: J. D. C. Little, A Proof
     * for the Queuing Formula L = λW, Operations Research 9(3), 1961. Empty where the client sets their limit, or nothing was
     * acknowledged.
     */
    public Optional<InFlightUse> inFlight(Workload workload) {
        Histogram service = latencies.of(LatencyMetric.SERVICE).histogram();
        OptionalDouble acked = use.acknowledged().map(SeriesUse::mean).orElse(OptionalDouble.empty());
        if (!workload.inFlight().isLimited() || acked.isEmpty() || service.getTotalCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(new InFlightUse(
                acked.getAsDouble() * service.getMean() / NANOS_PER_SECOND,
                (double) workload.inFlight().messages() * workload.totalProducers(),
                service.getTotalCount()));
    }

    /** Returns the syncs of all servers together; empty where nobody counted. */
    public OptionalDouble syncsPerSecond() {
        return syncs.stream().mapToDouble(ServerSyncs::perSecond).reduce(Double::sum);
    }
}

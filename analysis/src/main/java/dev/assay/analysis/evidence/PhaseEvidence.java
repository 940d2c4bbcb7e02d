package dev.assay.analysis.evidence;

import dev.assay.core.result.Phase;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * What is known of one phase. A message belongs to the phase in which it was due; counts, hiccups, machines and processes belong to
 * it by the clock.
 *
 * @param offeredPerSecond mean rate of the messages due in it
 * @param achievedPerSecond messages acknowledged within it, whenever they were due, by its length
 * @param load empty where the series does not tell
 * @param readers each subscription; none where the series does not tell
 * @param hiccups how much longer than asked sleeping threads of the workers slept, all workers merged, in nanoseconds
 * @param hosts every machine that figures came from, by name
 * @param syncs every server that was counted, by name
 */
public record PhaseEvidence(
        Phase phase,
        double offeredPerSecond,
        double achievedPerSecond,
        Optional<LoadChange> load,
        List<ReaderLoad> readers,
        PhaseLatencies latencies,
        Histogram hiccups,
        List<WorkerLoad> workers,
        List<HostLoad> hosts,
        List<ServerSyncs> syncs) {
    /**
     * One worker.
     *
     * @param cpuCores mean processor time by time
     * @param machineCores of the machine it ran on, 0 where unknown
     * @param gcPauseNanos all pauses
     * @param worstGcNanos most pause within one second
     * @param seconds of the phase in which pauses were counted
     */
    public record WorkerLoad(
            String worker, double cpuCores, int machineCores, long gcPauseNanos, long worstGcNanos, long seconds) {}

    /**
     * One machine; shares are from 0 to 1, and empty where they are not known.
     *
     * @param busyShare processor time not idle, stolen time included
     * @param stealShare processor time that the hypervisor gave to others
     * @param memoryPressureShare time in which some process waited for memory (PSI)
     */
    public record HostLoad(
            String host, OptionalDouble busyShare, OptionalDouble stealShare, OptionalDouble memoryPressureShare) {}

    /**
     * Calls of fsync and fdatasync by one server.
     *
     * @param perSecond mean
     * @param seconds of the phase in which they were counted
     */
    public record ServerSyncs(String node, double perSecond, long seconds) {}

    public PhaseEvidence {
        readers = List.copyOf(readers);
        workers = List.copyOf(workers);
        hosts = List.copyOf(hosts);
        syncs = List.copyOf(syncs);
    }

    /** The syncs of all servers together; empty where nobody counted. */
    public OptionalDouble syncsPerSecond() {
        return syncs.stream().mapToDouble(ServerSyncs::perSecond).reduce(Double::sum);
    }
}
